import { answerQuestions } from '@portico/contract/calls/recovery'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { links } from '../../base/router/links.ts'
import { useNavigate } from '../../base/router/navigation.ts'
import { keepTicket } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import { AskForPassword, type RecoveryWay } from './ask-for-password.tsx'
import { QuestionsForm } from './questions-form.tsx'
import { RecoverySent } from './sent.tsx'

/** A new password for people who forgot theirs: by e-mail or by security questions (RG-2). */
export function ForgotPassword() {
  const t = useText()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<RecoveryWay | null>(null)
  const back = () => setAsked(null)
  if (asked?.way === 'link') return <RecoverySent what="link" onAgain={back} />
  if (asked?.way === 'questions') {
    const { logonId, questions } = asked
    return (
      <QuestionsForm
        questions={questions}
        intro={t('recovery.questions.intro', { loginId: logonId })}
        onAnswered={async (answers, signal) => {
          const { ticket } = await api.call(answerQuestions, { body: { logonId, answers }, signal })
          keepTicket('new-password', ticket)
          navigate(links.screen('new-password'), { replace: true })
        }}
        onBack={back}
      />
    )
  }
  return <AskForPassword onAsked={setAsked} />
}
