import type { PayloadOf } from '@portico/contract/call'
import { nextSteps } from '@portico/contract/calls/next-steps'
import { CircleCheck } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './next-card.module.css'
import { NextStep } from './next-step.tsx'

type Step = PayloadOf<typeof nextSteps>['steps'][number]

const load = (signal: AbortSignal) => api.call(nextSteps, { signal })

/** What waits for the member, most urgent first; a failure is shown in place, never in a modal (HT-4). */
export function NextList() {
  const t = useText()
  const ready = useArea('next')
  const { value, failed, reload } = useLoaded(load)
  if (failed) return <ErrorState title={t('landing.next-failed')} onRetry={reload} />
  if (value === null || !ready) {
    return (
      <>
        <Skeleton shape="line" />
        <VisuallyHidden>
          <span role="status">{t('landing.next-loading')}</span>
        </VisuallyHidden>
      </>
    )
  }
  return <NextSteps steps={value.steps} />
}

/** The list, once it is loaded. */
export function NextSteps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  if (steps.length === 0) {
    return (
      <p className={styles.nothing}>
        <CircleCheck aria-hidden="true" />
        {t('next.nothing')}
      </p>
    )
  }
  return (
    <ul className={styles.list}>
      {steps.map((step) => (
        <NextStep key={JSON.stringify(step)} step={step} />
      ))}
    </ul>
  )
}
