import { answerForUsername } from '@portico/contract/calls/recovery'
import { IdCard } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { type AskedForUsername, AskForUsername } from './ask-for-username.tsx'
import { QuestionsForm } from './questions-form.tsx'
import { RecoverySent } from './sent.tsx'

/** The login ID for people who forgot it: by e-mail or by security questions (RG-2). */
export function ForgotUsername() {
  const t = useText()
  const [asked, setAsked] = useState<AskedForUsername | null>(null)
  const [logonId, setLogonId] = useState<string | null>(null)
  const back = () => setAsked(null)
  if (logonId !== null) {
    return (
      <Outcome
        icon={IdCard}
        title={t('recovery.username.found', { loginId: logonId })}
        text={t('recovery.username.foundText')}
      >
        <ButtonLink to={links.signIn()}>{t('recovery.signIn')}</ButtonLink>
      </Outcome>
    )
  }
  if (asked?.way === 'link') return <RecoverySent what="loginId" onAgain={back} />
  if (asked?.way === 'questions') {
    return (
      <QuestionsForm
        questions={asked.questions}
        intro={t('recovery.username.questions')}
        onAnswered={async (answers, signal) => {
          const found = await api.call(answerForUsername, { body: { ...asked.card, answers }, signal })
          setLogonId(found.logonId)
        }}
        onBack={back}
      />
    )
  }
  return <AskForUsername onAsked={setAsked} />
}
