import { type RefObject, useEffect, useRef, useState } from 'react'

/** The result of loading: how many entries arrived, and how many are left before them. */
export interface LoadedEarlier {
  readonly added: number
  readonly left: number
}

type Step = { readonly kind: 'idle' | 'busy' | 'failed' } | ({ readonly kind: 'shown' } & LoadedEarlier)

export interface EarlierState {
  readonly step: Step
  show(): void
}

/**
 * Loads the earlier part of a conversation. The focus stays on the button, after which the new entries are read out; when there is
 * nothing more to load, the button disappears and the focus moves to the list.
 */
export function useEarlier(
  load: () => Promise<LoadedEarlier | null>,
  list: RefObject<HTMLElement | null>,
): EarlierState {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const busy = useRef(false)
  useEffect(() => {
    if (step.kind === 'shown' && step.left === 0) list.current?.focus()
  }, [step, list])
  return {
    step,
    show: async () => {
      if (busy.current) return
      busy.current = true
      setStep({ kind: 'busy' })
      const loaded = await load()
      busy.current = false
      setStep(loaded === null ? { kind: 'failed' } : { kind: 'shown', ...loaded })
    },
  }
}
