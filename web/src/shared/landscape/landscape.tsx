import type { Scene } from '@portico/rules/brand/types'
import { usePage } from '../../base/page-state.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './landscape.module.css'

const files = import.meta.glob<string>('./scenes/*.svg', { eager: true, import: 'default', query: '?url&no-inline' })

/** A drawing of the brand's region in its own colors. Decoration, in a separate file that no script includes. */
export function Landscape({ className }: { readonly className?: string | undefined }) {
  const { scene } = usePage().brand
  return (
    <svg viewBox="0 0 640 420" aria-hidden="true" className={classes(styles.landscape, className)}>
      <use href={`${findPicture(scene)}#scene`} />
    </svg>
  )
}

function findPicture(scene: Scene): string {
  return files[`./scenes/${scene}.svg`] ?? ''
}
