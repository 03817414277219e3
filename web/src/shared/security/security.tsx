import type { PayloadOf } from '@portico/contract/call'
import { accountSecurity } from '@portico/contract/calls/account-security'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Screen } from '../../kit/forms/screen.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { QuestionsCard } from './questions-card.tsx'

export type AccountSecurity = PayloadOf<typeof accountSecurity>

export interface SecurityCardProps {
  readonly security: AccountSecurity
  /** Called after a change: announces it and shows the new data. */
  readonly onChange: (done: MessageId) => void
}

const load = (signal: AbortSignal) => api.call(accountSecurity, { signal })

/** How a person signs in (RG-3, RG-4): password, passkeys, authenticator app with recovery codes. */
export function Security() {
  const t = useText()
  const loaded = useLoaded(load)
  const [done, setDone] = useState<MessageId | null>(null)
  const onChange = (what: MessageId) => {
    setDone(what)
    loaded.reload()
  }
  return (
    <Screen title="account.security.title" about="account.security.about" loaded={loaded} done={done && t(done)}>
      {(security) => (
        <>
          <PasswordCard changedAt={security.passwordChangedAt} />
          <PasskeysCard security={security} onChange={onChange} />
          <AuthenticatorCard security={security} onChange={onChange} />
          <QuestionsCard onChange={onChange} />
        </>
      )}
    </Screen>
  )
}
