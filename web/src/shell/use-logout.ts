import { useState } from 'react'
import { usePage } from '../page-state.tsx'

/** Signing out from a press: the code for it is fetched when it is needed. */
export function useLogout() {
  const { home } = usePage().brand.links
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  return {
    state,
    dismiss: () => setState('idle'),
    async run() {
      if (state === 'busy') return
      setState('busy')
      try {
        const { logOut } = await import('../session/logout.ts')
        await logOut({ home })
      } catch {
        setState('failed')
      }
    },
  }
}

export type Logout = ReturnType<typeof useLogout>
