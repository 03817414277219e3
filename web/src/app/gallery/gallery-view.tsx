import { useId } from 'react'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { Emails } from './emails.tsx'
import styles from './gallery.module.css'
import type { Specimen } from './specimen.ts'
import { specimens } from './specimens.ts'

/** Every component of `ui` in every state, for developers; only on development and test hosts. */
function Gallery() {
  const t = useText()
  return (
    <div className={styles.view}>
      <h1>{t('gallery.title')}</h1>
      {Object.entries(specimens).map(([component, states]) => (
        <Section key={component} component={component} states={states} />
      ))}
      <Emails />
    </div>
  )
}

interface SectionProps {
  readonly component: string
  readonly states: readonly Specimen[]
}

function Section({ component, states }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} data-component={component}>
      <h2 id={id}>{component}</h2>
      <div className={styles.states}>
        {states.map(({ state, show }) => (
          <figure key={state} className={styles.state} data-state={state}>
            <figcaption className={styles.caption}>{state}</figcaption>
            {show}
          </figure>
        ))}
      </div>
    </section>
  )
}

export const view: View = { title: 'gallery.title', Component: Gallery }
