import { verifyAudit } from '@portico/contract/calls/oversight'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'

type Step = Awaited<ReturnType<typeof check>>

const check = (after: number) => api.call(verifyAudit, { body: { after } })

/** Checks the log's chain, one part at a time (AD-4), and shows how far it matches what was sealed. */
export function Chain() {
  const t = useText()
  const format = useMomentFormat()
  const [step, setStep] = useState<Step | null>(null)
  const action = useAction({}, 'administration.failed')
  const walk = () =>
    action.run(async () => {
      let reached = await check(0)
      setStep(reached)
      while (!reached.ended) {
        reached = await check(reached.verifiedTo)
        setStep(reached)
      }
    })
  const waiting =
    step === null || step.waiting === 0 ? '' : ` ${t('administration.chain.waiting', { count: step.waiting })}`
  return (
    <div className={styles.chain}>
      <Button
        variant="secondary"
        busy={action.busy}
        icon={step?.brokenAt == null ? <ShieldCheck aria-hidden="true" /> : <ShieldAlert aria-hidden="true" />}
        onClick={walk}
      >
        {t('administration.chain.verify')}
      </Button>
      <div role="status">
        {step !== null && step.brokenAt !== null && (
          <Alert tone="danger" title={t('administration.chain.broken', { seq: format.number(step.brokenAt) })}>
            <p>{t('administration.chain.broken-text')}</p>
          </Alert>
        )}
        {step !== null && step.brokenAt === null && (
          <p className={styles.small}>
            {t(step.ended ? 'administration.chain.whole' : 'administration.chain.walking', {
              seq: format.number(step.verifiedTo),
              at: step.verifiedAt === null ? '–' : format.dateTime(step.verifiedAt),
            })}
            {waiting}
          </p>
        )}
      </div>
      <Problem text={action.problem} />
    </div>
  )
}
