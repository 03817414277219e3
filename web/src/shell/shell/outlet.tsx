import { repeatEarlyInput } from '@portico/contract/page'
import { Component, createContext, type ReactNode, Suspense, useEffect } from 'react'
import styles from '../../base/router/outlet.module.css'
import type { LoadedMatch } from '../../base/router/views.ts'
import { useText } from '../../base/texts/text.tsx'
import { useRequired } from '../../base/use-required.ts'
import { Button } from '../../ui/button.tsx'

export interface OutletState {
  readonly views: LoadedMatch['views']
  readonly mounting: number
  readonly state: 'ready' | 'loading' | 'failed'
}

export const OutletContext = createContext<OutletState | null>(null)

/** Shows the views for the address, each inside the previous one. */
export function Outlet() {
  const outlet = useRequired(OutletContext, 'router')
  if (outlet.state === 'failed') return <Failed />
  return (
    // With this key, a rendered view that the hash's view replaces is not hydrated first.
    <Suspense key={outlet.mounting}>
      <div className={styles.views} aria-busy={outlet.state === 'loading' || undefined}>
        {outlet.state === 'loading' && <div className={styles.progress} />}
        <Boundary>
          <Levels views={outlet.views} />
        </Boundary>
        <Responding />
      </div>
    </Suspense>
  )
}

/** Rendered with the views: once its effect runs, they respond, and what was typed and sent before that is repeated. */
function Responding() {
  useEffect(() => {
    // After the effect, as the first repeated change may only be followed by the second once it has been rendered.
    queueMicrotask(() => (Reflect.get(window, repeatEarlyInput) as (() => void) | undefined)?.())
  }, [])
  return null
}

function Levels({ views: [outer, ...inner] }: Pick<OutletState, 'views'>) {
  if (!outer) return null
  const { loaded, variant } = outer
  return <loaded.Component variant={variant}>{inner.length > 0 ? <Levels views={inner} /> : null}</loaded.Component>
}

/** When a view fails, header and footer stay. */
class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Failed /> : this.props.children
  }
}

/** The view could not be loaded or shown; reloading the page also picks up the files of a new release. */
export function Failed() {
  const t = useText()
  return (
    <div className={styles.failed} role="alert">
      <h1>{t('ui.error.title')}</h1>
      <p>{t('shell.viewFailed')}</p>
      <Button onClick={() => location.reload()}>{t('ui.retry')}</Button>
    </div>
  )
}
