import type { ReactNode } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { Field, useField } from '../../ui/field.tsx'
import styles from './brands.module.css'

/** An SVG text as a picture; nothing in it runs. */
export function Drawing({ svg, alt }: { readonly svg: string; readonly alt: string }) {
  return <img className={styles.drawing} alt={alt} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
}

interface DrawingFieldProps {
  readonly id: string
  readonly label: string
  readonly hint: ReactNode
  readonly error: string | undefined
  /** '' while none was chosen. */
  readonly chosen: string
  readonly onChosen: (svg: string) => void
}

/** A drawing of a brand, chosen as an SVG file. */
export function DrawingField({ chosen, onChosen, ...props }: DrawingFieldProps) {
  const t = useText()
  const { frame, attributes } = useField(props)
  return (
    <Field {...frame}>
      <input
        {...attributes}
        type="file"
        accept="image/svg+xml,.svg"
        onChange={async ({ target }) => onChosen((await target.files?.[0]?.text()) ?? '')}
      />
      {chosen !== '' && <Drawing svg={chosen} alt={t('administration.ownbrands.chosen')} />}
    </Field>
  )
}
