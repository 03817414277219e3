import type { PayloadOf } from '@portico/contract/call'
import { changeNotificationChoices, notificationChoices } from '@portico/contract/calls/notifications'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson, usePage } from '../../base/page-state.tsx'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'

type Choices = PayloadOf<typeof notificationChoices>

const load = (signal: AbortSignal) => api.call(notificationChoices, { signal })

/** Which e-mails the member gets, and in which language (RG-3). */
export function Notifications() {
  const t = useText()
  const loaded = useLoaded(load)
  const [saved, setSaved] = useState(0)
  return (
    <Screen
      title="account.notifications.title"
      about="account.notifications.about"
      loaded={loaded}
      done={saved > 0 ? <span key={saved}>{t('account.notifications.saved')}</span> : null}
    >
      {(choices) => <EmailCard choices={choices} onSaved={() => setSaved((times) => times + 1)} />}
    </Screen>
  )
}

function EmailCard({ choices, onSaved }: { readonly choices: Choices; readonly onSaved: () => void }) {
  const t = useText()
  const action = useAction()
  const textId = useId()
  const [newMessage, setNewMessage] = useState(choices.newMessage)
  const [formAnswered, setFormAnswered] = useState(choices.formAnswered)
  const [orderNews, setOrderNews] = useState(choices.orderNews)
  const [billDue, setBillDue] = useState(choices.billDue)
  const [paymentMade, setPaymentMade] = useState(choices.paymentMade)
  const [accountEnding, setAccountEnding] = useState(choices.accountEnding)
  const [refillSoon, setRefillSoon] = useState(choices.refillSoon)
  const [language, setLanguage] = useState(choices.language)
  const { offered } = usePage().languages
  const mayChange = !useActsForPerson()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await action.run(async () => {
      await api.call(changeNotificationChoices, {
        body: { newMessage, formAnswered, orderNews, billDue, paymentMade, accountEnding, refillSoon, language },
      })
    })
    if (done) onSaved()
  }

  return (
    <Card title={t('account.notifications.mail')}>
      <p id={textId} className={styles.text}>
        {choices.email === null ? (
          <RichText
            id="account.notifications.noEmail"
            elements={{ contact: (words) => <Link to={links.account('contact')}>{words}</Link> }}
          />
        ) : (
          t('account.notifications.email', { email: choices.email })
        )}
      </p>
      <form onSubmit={save} aria-describedby={textId} className={styles.form}>
        <div className={styles.choices}>
          <Checkbox
            label={t('account.notifications.newMessage')}
            checked={newMessage}
            disabled={!mayChange}
            onValue={setNewMessage}
          />
          <Checkbox
            label={t('account.notifications.formAnswered')}
            checked={formAnswered}
            disabled={!mayChange}
            onValue={setFormAnswered}
          />
          <Checkbox
            label={t('account.notifications.orderNews')}
            checked={orderNews}
            disabled={!mayChange}
            onValue={setOrderNews}
          />
          <Checkbox
            label={t('account.notifications.refillSoon')}
            checked={refillSoon}
            disabled={!mayChange}
            onValue={setRefillSoon}
          />
          <Checkbox
            label={t('account.notifications.billDue')}
            checked={billDue}
            disabled={!mayChange}
            onValue={setBillDue}
          />
          <Checkbox
            label={t('account.notifications.paymentMade')}
            checked={paymentMade}
            disabled={!mayChange}
            onValue={setPaymentMade}
          />
          <Checkbox
            label={t('account.notifications.accountEnding')}
            checked={accountEnding}
            disabled={!mayChange}
            onValue={setAccountEnding}
          />
        </div>
        <Select
          label={t('account.notifications.language')}
          value={language}
          disabled={!mayChange}
          className={styles.narrow}
          onValue={(value) => setLanguage(offered.find(({ code }) => code === value)?.code ?? language)}
        >
          {offered.map(({ code, tag, name }) => (
            <option key={code} value={code} lang={tag}>
              {name}
            </option>
          ))}
        </Select>
        <Problem text={action.problem} />
        {mayChange && (
          <div>
            <Button type="submit" busy={action.busy}>
              {t('account.notifications.save')}
            </Button>
          </div>
        )}
      </form>
      <p className={styles.help}>{t('account.notifications.security')}</p>
    </Card>
  )
}
