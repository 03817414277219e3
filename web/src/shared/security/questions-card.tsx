import type { PayloadOf } from '@portico/contract/call'
import { securityQuestions } from '@portico/contract/calls/recovery'
import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { QuestionsDialog } from './questions-dialog.tsx'
import type { SecurityCardProps } from './security.tsx'

export type Questions = PayloadOf<typeof securityQuestions>

const load = (signal: AbortSignal) => api.call(securityQuestions, { signal })

/** Security questions, which allow a new password without e-mail (RG-2). */
export function QuestionsCard({ onChange }: Pick<SecurityCardProps, 'onChange'>) {
  const t = useText()
  const format = useMomentFormat()
  const { value, reload } = useLoaded(load)
  const opening = useAction()
  const [choosing, setChoosing] = useState<Questions | null>(null)
  const setAt = value?.setAt ?? null
  const choose = () =>
    opening.run(async () => {
      setChoosing(value ?? (await api.call(securityQuestions)))
    })
  return (
    <Card
      title={t('account.questions.title')}
      action={
        value && (
          <Badge tone={setAt === null ? 'neutral' : 'success'}>
            {t(setAt === null ? 'account.questions.off' : 'account.questions.on')}
          </Badge>
        )
      }
    >
      <p className={styles.text}>
        {setAt === null ? t('account.questions.about') : t('account.questions.since', { date: format.dateLong(setAt) })}
      </p>
      {!useActsForPerson() && (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            busy={opening.busy}
            icon={<MessageCircleQuestion aria-hidden="true" />}
            onClick={choose}
          >
            {t(setAt === null ? 'account.questions.choose' : 'account.questions.change')}
          </Button>
        </div>
      )}
      <Problem text={opening.problem} />
      <QuestionsDialog
        questions={choosing}
        onClose={() => setChoosing(null)}
        onDone={() => {
          setChoosing(null)
          reload()
          onChange('account.questions.done')
        }}
      />
    </Card>
  )
}
