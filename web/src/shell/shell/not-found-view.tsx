import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { useText } from '../../base/texts/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './not-found-view.module.css'

function NotFound() {
  const t = useText()
  const { brand, session } = usePage()
  return (
    <div className={styles.view}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{t('notFound.title')}</h1>
      <p className={styles.text}>{t('notFound.text')}</p>
      <ButtonLink to={session ? links.landing(brand) : links.signIn()}>{t('notFound.home')}</ButtonLink>
    </div>
  )
}

export const view: View = { title: 'notFound.title', Component: NotFound }
