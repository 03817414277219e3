import type { SavedValues } from '@portico/rules/registration/saved'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { loadPage } from '../../session/session/load-page.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './registration.module.css'
import { useTakeSaved } from './registration-form.ts'

/** A registration is open in another browser tab: it can be continued there, or here with all of its data. */
export function OtherTab({ values }: { readonly values: SavedValues }) {
  const t = useText()
  const { href } = useNavigation()
  const takeSaved = useTakeSaved()
  const take = () => {
    takeSaved(values, '')
    loadPage(href(links.register('finish')))
  }
  return (
    <Alert tone="info" role="status" title={t('registration.otherTab.title')}>
      <p>{t('registration.otherTab.text')}</p>
      <div className={styles.other}>
        <Button variant="secondary" onClick={take}>
          {t('registration.otherTab.take')}
        </Button>
      </div>
    </Alert>
  )
}
