import { LOGOUT_PATH } from '@portico/rules/session/logout-path'
import { useState } from 'react'
import { useNavigation } from '../../base/router/navigation.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/screen.module.css'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { leave } from '../../session/sign-out/logout.ts'
import { tellTabs } from '../../session/timers/browser-tabs.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CloseDialog } from './close-dialog.tsx'

const reason = 'account-closed'

/** Closes the account for good (RG-3). */
export function CloseCard() {
  const t = useText()
  const { href } = useNavigation()
  const [asking, setAsking] = useState(false)
  const leaveClosed = () => {
    tellTabs({ type: 'signed-out', reason })
    leave({ reason, draftsOf: null, logoutPage: href(LOGOUT_PATH) })
  }
  return (
    <Card title={t('profile.close.title')}>
      <p className={styles.text}>
        <RichText id="profile.close.about" elements={{ phone: () => <PhoneLink /> }} />
      </p>
      <div className={styles.actions}>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('profile.close.begin')}
        </Button>
      </div>
      <CloseDialog open={asking} onClose={() => setAsking(false)} onDone={leaveClosed} />
    </Card>
  )
}
