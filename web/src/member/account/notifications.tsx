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

/** The subjects of e-mails, in the order shown. */
const kinds = [
  'newMessage',
  'formAnswered',
  'orderNews',
  'refillSoon',
  'billDue',
  'paymentMade',
  'accountEnding',
] as const
type Chosen = Pick<Choices, (typeof kinds)[number] | 'language'>

function pickChosen({ email: _email, ...chosen }: Choices): Chosen {
  return chosen
}

function EmailCard({ choices, onSaved }: { readonly choices: Choices; readonly onSaved: () => void }) {
  const t = useText()
  const action = useAction()
  const textId = useId()
  const [chosen, setChosen] = useState(() => pickChosen(choices))
  const choose = (change: Partial<Chosen>) => setChosen({ ...chosen, ...change })
  const { offered } = usePage().languages
  const mayChange = !useActsForPerson()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await action.run(async () => {
      await api.call(changeNotificationChoices, { body: chosen })
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
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`account.notifications.${kind}`)}
              checked={chosen[kind]}
              disabled={!mayChange}
              onValue={(on) => choose({ [kind]: on })}
            />
          ))}
        </div>
        <Select
          label={t('account.notifications.language')}
          value={chosen.language}
          disabled={!mayChange}
          className={styles.narrow}
          onValue={(value) => choose({ language: offered.find(({ code }) => code === value)?.code ?? chosen.language })}
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
