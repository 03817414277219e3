import { listConnections } from '@portico/contract/calls/connections'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionForm } from './connection-form.tsx'
import type { Connections } from './types.ts'

const load = (signal: AbortSignal) => api.call(listConnections, { signal })

/** Sign-in for people whose own organization keeps their accounts (OS-60, OS-61). */
export function SignInConnections() {
  const t = useText()
  const { value, failed, reload, change } = useLoaded(load)
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState('')
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  const show = (next: Connections, words = '') => {
    change(() => next)
    setTold(words)
    setAdding(false)
  }
  const { connections, brands } = value
  return (
    <div className={styles.cards}>
      <p className={lettering.key}>{t('administration.connections.about')}</p>
      <div role="status">{told !== '' && <Alert tone="success">{told}</Alert>}</div>
      {adding ? (
        <Card>
          <ConnectionForm before={null} brands={brands} onDone={show} onCancel={() => setAdding(false)} />
        </Card>
      ) : (
        <div className={styles.buttons}>
          <Button onClick={() => setAdding(true)}>{t('administration.connections.new')}</Button>
        </div>
      )}
      {connections.length === 0 && !adding && <EmptyState title={t('administration.connections.none')} text="" />}
      {connections.map((one) => (
        <ConnectionCard key={one.connectionId} connection={one} brands={brands} onDone={show} />
      ))}
    </div>
  )
}
