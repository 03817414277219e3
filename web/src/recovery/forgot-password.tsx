import { useState } from 'react'
import { type Asked, AskForPassword } from './ask-for-password.tsx'
import { QuestionsForm } from './questions-form.tsx'
import { Sent } from './sent.tsx'

/** The way to a new password for whoever forgot theirs: by e-mail or by their security questions (RG-2). */
export function ForgotPassword() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const back = () => setAsked(null)
  if (asked?.way === 'link') return <Sent what="link" onAgain={back} />
  if (asked?.way === 'questions') return <QuestionsForm asked={asked} onBack={back} />
  return <AskForPassword onAsked={setAsked} />
}
