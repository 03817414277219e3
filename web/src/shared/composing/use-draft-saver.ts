import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
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

/** Pause after the last letter, in ms. */
const typingPause = 2_000
/** Pause before a failed save is tried again, in ms. */
const retryPause = 30_000

export interface SaverOptions<Body, Other> {
  readonly calls: DraftCalls<Body, Other>
  readonly draft: Pick<Draft<unknown>, 'clientMessageId' | 'mayHaveArrived' | 'server' | 'asked'>
  /** In the format that the server takes. */
  readonly body: Body
  /** Nothing is typed, so there is nothing to save. */
  readonly empty: boolean
  /** It is being sent as a message. */
  readonly sending: boolean
  /** A stored draft in the format that the server takes. */
  readonly toBody: (other: Other) => Body
  onSaving(draftId: string, words: string): void
  onSaved(saved: SavedDraft): void
  /** Continues with another text; null to continue with this one as a separate draft. */
  onReplace(other: Other | null): void
}

export interface DraftSaver {
  readonly step: 'idle' | 'failed' | 'conflict'
  /** Answers to a conflict. */
  keepMine(): void
  takeOther(): void
}

/** Saves on the server what is typed (MC-3, MC-6), except what a rep types for a member (CS-1). */
export function useDraftSaver<Body, Other extends StoredDraft>(options: SaverOptions<Body, Other>): DraftSaver {
  const simulated = usePage().session?.simulation != null
  const { draft, body, empty, sending } = options
  const [step, setStep] = useState<DraftSaver['step']>('idle')
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const settled = draft.server ? !draft.server.unsaved : empty
  const due = !simulated && !settled && !sending && step !== 'conflict'
  useTimesToSave({ due, words: JSON.stringify(body), step, flush: useSaving(latest, setStep) })

  async function settle(answer: (other: Other | null) => Promise<void> | void) {
    try {
      const { calls, draft: mine } = latest.current
      await answer(await calls.findOther(mine.clientMessageId))
      setStep('idle')
    } catch {
      // The conflict stays until it can be resolved.
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

interface SaveTimes {
  readonly due: boolean
  /** What would be saved. */
  readonly words: string
  readonly step: DraftSaver['step']
  readonly flush: () => void
}

/** Saves after a pause in typing, and, without one, when the page is left or is back on the network. */
function useTimesToSave({ due, words, step, flush }: SaveTimes): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the pause
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(flush, step === 'failed' ? retryPause : typingPause)
    // Back on the network there is nothing to wait for.
    addEventListener('online', flush)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', flush)
    }
  }, [due, words, step])

  const isDue = useRef(due)
  isDue.current = due
  const mounted = useRef(true)
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
}

type Latest<Body, Other> = { readonly current: SaverOptions<Body, Other> }

/** One save at a time: the next one is based on the version that this one creates. Returns a function that starts a save. */
function useSaving<Body, Other extends StoredDraft>(
  latest: Latest<Body, Other>,
  setStep: (step: DraftSaver['step']) => void,
): () => void {
  const running = useRef<Promise<void> | null>(null)

  async function save() {
    const { calls, draft: saving, body: saved, empty: nothing, onSaved } = latest.current
    const draftId = saving.clientMessageId
    const sent = JSON.stringify(saved)
    const isLatest = () => JSON.stringify(latest.current.body) === sent
    try {
      if (nothing) {
        await calls.discard(draftId).catch(ignoreMissing)
        onSaved({ draftId, version: 0, savedAt: '', latest: true })
      } else {
        const own = saving.asked ?? []
        latest.current.onSaving(draftId, sent)
        const base = saving.server?.version ?? 0
        const { version, savedAt } = await calls
          .save(draftId, base, saved)
          .catch(async (error: unknown) => calls.save(draftId, await findOwn(latest, error, draftId, own), saved))
        latest.current.onSaved({ draftId, version, savedAt, latest: isLatest() })
      }
      setStep('idle')
    } catch (error) {
      const { draft: now, sending: onItsWay } = latest.current
      // A message that was sent, or may have been, no longer has a draft.
      if (now.clientMessageId !== draftId || onItsWay || now.mayHaveArrived) return
      setStep(isConflict(error) ? 'conflict' : 'failed')
    }
  }

  return () => {
    running.current ??= save().finally(() => {
      running.current = null
    })
  }
}

/** The server's version if this window wrote it but never got the answer; throws the conflict if another window did. */
async function findOwn<Body, Other extends StoredDraft>(
  latest: Latest<Body, Other>,
  error: unknown,
  draftId: string,
  own: readonly string[],
): Promise<number> {
  if (own.length === 0 || !isConflict(error)) throw error
  const { calls, toBody } = latest.current
  const other = await calls.findOther(draftId)
  if (other?.draftId !== draftId || !own.includes(JSON.stringify(toBody(other)))) throw error
  return other.version
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT'
}

function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
