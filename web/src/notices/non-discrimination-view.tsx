import notice from '../../../content/non-discrimination.json' with { type: 'json' }
import { usePage } from '../page-state.tsx'
import type { View } from '../router/view.ts'
import { useText } from '../texts/text.tsx'
import { Notice } from './notice.tsx'
import styles from './notices.module.css'

/** The notice that discrimination is against the law, in the words of the public model with the brand's name and numbers. */
function NonDiscrimination() {
  const t = useText()
  const { brand, language } = usePage()
  const contact = `${brand.name}, {phone} (TTY {tty})`
  const fill = (text: string) =>
    text
      .replaceAll('{entity}', brand.name)
      .replaceAll('{coordinator_block}', contact)
      .replaceAll('{coordinator}', contact)
  const words = (text: string) => <Notice text={fill(text)} tty={brand.ttyNumber} />
  return (
    <div className={styles.view}>
      <h1>{t('notices.discrimination.title')}</h1>
      {language !== 'en' && <p className={styles.intro}>{t('notices.discrimination.language')}</p>}
      <article lang="en" className={styles.law}>
        <h2>{notice.title}</h2>
        {notice.paragraphs.map((text) => (
          <p key={text}>{words(text)}</p>
        ))}
        <ul>
          {notice.bullets.map(({ text, items }) => (
            <li key={text}>
              {text}
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {[notice.contact, ...notice.grievance].map((text) => (
          <p key={text}>{words(text)}</p>
        ))}
      </article>
    </div>
  )
}

export const view: View = { title: 'notices.discrimination.title', Component: NonDiscrimination }
