import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/error.ts'
import { usePage } from '../page-state.tsx'
import type { Draft, SavedDraft, StoredDraft } from './draft.ts'

/** The calls that keep a writer's drafts; a save that is not the next version throws CONFLICT. */
export interface DraftCalls<Body, Other> {
  save(
    draftId: string,
    baseVersion: number,
    body: Body,
  ): Promise<{ readonly version: number; readonly savedAt: string }>
  discard(draftId: string): Promise<unknown>
  /** The conflicting draft on the server; null if it was sent or discarded. */
  findOther(draftId: string): Promise<Other | null>
}

/** After the last letter, in ms. */
const typingPause = 2_000
/** Between tries of a save that failed, in ms. */
const retryPause = 30_000

export interface SaverOptions<Body, Other> {
  readonly calls: DraftCalls<Body, Other>
  readonly draft: Pick<Draft<unknown>, 'clientMessageId' | 'mayHaveArrived' | 'server'>
  /** As it goes to the server. */
  readonly body: Body
  /** Nothing is typed: there is nothing to keep. */
  readonly empty: boolean
  /** On its way as a message. */
  readonly sending: boolean
  onSaved(saved: SavedDraft): void
  /** Continues with other words; null to continue with these as a separate draft. */
  onReplace(other: Other | null): void
}

export interface DraftSaver {
  readonly step: 'idle' | 'failed' | 'conflict'
  /** Answers to a conflict. */
  keepMine(): void
  takeOther(): void
}

/** Saves what is typed on the server (MC-3, MC-6), except what a rep types for a member (CS-1). */
export function useDraftSaver<Body, Other extends StoredDraft>(options: SaverOptions<Body, Other>): DraftSaver {
  const simulated = usePage().session?.simulation != null
  const { draft, body, empty, sending } = options
  const [step, setStep] = useState<DraftSaver['step']>('idle')
  const latest = useRef(options)
  const running = useRef<Promise<void> | null>(null)
  useEffect(() => {
    latest.current = options
  })

  const words = JSON.stringify(body)
  const settled = draft.server ? !draft.server.unsaved : empty
  const due = !simulated && !settled && !sending && step !== 'conflict'

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the words begins the pause again
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(flush, step === 'failed' ? retryPause : typingPause)
    return () => clearTimeout(timer)
  }, [due, words, step])

  // Leaving the page does not wait for the pause.
  const isDue = useRef(due)
  isDue.current = due
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the life of the form
  useEffect(() => {
    const leave = () => {
      if (isDue.current && (document.visibilityState === 'hidden' || !mounted.current)) flush()
    }
    mounted.current = true
    document.addEventListener('visibilitychange', leave)
    return () => {
      mounted.current = false
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [])
  const mounted = useRef(true)

  /** One save at a time: the next one follows the version that this one makes. */
  function flush() {
    running.current ??= save().finally(() => {
      running.current = null
    })
  }

  async function save() {
    const { calls, draft: saving, body: saved, empty: nothing, onSaved } = latest.current
    const draftId = saving.clientMessageId
    const isLatest = () => JSON.stringify(latest.current.body) === JSON.stringify(saved)
    try {
      if (nothing) {
        await calls.discard(draftId).catch(ignoreMissing)
        onSaved({ draftId, version: 0, savedAt: '', latest: true })
      } else {
        const baseVersion = saving.server?.version ?? 0
        const { version, savedAt } = await calls.save(draftId, baseVersion, saved)
        latest.current.onSaved({ draftId, version, savedAt, latest: isLatest() })
      }
      setStep('idle')
    } catch (error) {
      const { draft: now, sending: onItsWay } = latest.current
      // A message that has gone out, or may have, has no draft anymore.
      if (now.clientMessageId !== draftId || onItsWay || now.mayHaveArrived) return
      setStep(error instanceof ApiError && error.code === 'CONFLICT' ? 'conflict' : 'failed')
    }
  }

  async function settle(answer: (other: Other | null) => Promise<void> | void) {
    try {
      const { calls, draft: mine } = latest.current
      await answer(await calls.findOther(mine.clientMessageId))
      setStep('idle')
    } catch {
      // The question stays until it can be answered.
    }
  }

  return {
    step,
    keepMine: () =>
      settle(async (other) => {
        const { calls, draft: mine } = latest.current
        const { clientMessageId } = mine
        if (other === null) latest.current.onReplace(null)
        else if (other.draftId === clientMessageId) {
          const { version, savedAt } = other
          latest.current.onSaved({ draftId: clientMessageId, version, savedAt, latest: false })
        } else await calls.discard(other.draftId).catch(ignoreMissing)
      }),
    takeOther: () => settle((other) => latest.current.onReplace(other)),
  }
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
