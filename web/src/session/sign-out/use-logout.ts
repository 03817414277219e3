import { useState } from 'react'
import { usePage } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'

/** Signs out on a click; its code is loaded when needed. */
export function useLogout() {
  const page = usePage()
  const { href } = useNavigation()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  return {
    state,
    dismiss: () => setState('idle'),
    async run() {
      if (state === 'busy') return
      setState('busy')
      try {
        if (page.session?.simulation) {
          const { leaveSimulation } = await import('../acting/simulation.ts')
          await leaveSimulation(page, href('/'))
          return
        }
        const { logOut } = await import('./logout.ts')
        await logOut(page)
      } catch {
        setState('failed')
      }
    },
  }
}

export type Logout = ReturnType<typeof useLogout>
