import { premiumMethod } from '@portico/contract/calls/autopay'
import { useLayoutEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { Alert } from '../../ui/alert.tsx'
import { methodName } from './method-name.ts'
import styles from './premium-view.module.css'

const lookPause = 3_000

interface MethodCameBackProps {
  readonly methodId: string
  /** Called when the payment methods on the page are out of date. */
  readonly onSettled: () => void
}

/** The result of adding a payment method that someone returns from, checked until it is settled. */
export function MethodCameBack({ methodId, onSettled }: MethodCameBackProps) {
  const t = useText()
  const [looking, setLooking] = useState(true)
  const { value: method, failed } = useLoaded(
    (signal, background) => api.call(premiumMethod, { params: { methodId }, signal, background }),
    { key: methodId, ...(looking && { lookPause }) },
  )
  const state = method?.state ?? null
  // A layout effect stops the polling before the result is shown, so that no check follows a settled method.
  useLayoutEffect(() => {
    if (state === null) return
    setLooking(state === 'created' || state === 'open')
    onSettled()
  }, [state, onSettled])
  if ((failed && method === null) || state === 'removing' || state === 'removed') return null
  const said = state === null || state === 'created' ? 'asking' : state
  return (
    <Alert
      tone={said === 'saved' ? 'success' : 'info'}
      role="status"
      className={styles.back}
      title={t(`premium.autopay-back-${said}-title`, { method: method === null ? '' : methodName(method, t) })}
    >
      <p>{t(`premium.autopay-back-${said}`)}</p>
    </Alert>
  )
}
