import { createContext, type ReactNode, use } from 'react'
import { useText } from '../messages/text.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import styles from './outlet.module.css'
import type { LoadedMatch } from './views.ts'

export interface OutletState {
  readonly views: LoadedMatch['views']
  readonly mounting: number
  readonly state: 'ready' | 'loading' | 'failed'
}

export const OutletContext = createContext<OutletState | null>(null)

/** Shows the views of the address, each inside the one before it. */
export function Outlet() {
  const t = useText()
  const outlet = use(OutletContext)
  if (!outlet) throw new Error('No router above this component')
  if (outlet.state === 'failed') {
    return (
      <div className={styles.failed}>
        <h1>{t('ui.error.title')}</h1>
        <ErrorState title={t('shell.viewFailed')} onRetry={() => location.reload()} />
      </div>
    )
  }
  const nested = outlet.views.reduceRight<ReactNode>(
    (inner, { loaded: { Component }, variant }) => <Component variant={variant}>{inner}</Component>,
    null,
  )
  return (
    <div key={outlet.mounting} className={styles.views} aria-busy={outlet.state === 'loading' || undefined}>
      {outlet.state === 'loading' && <div className={styles.progress} />}
      {nested}
    </div>
  )
}
