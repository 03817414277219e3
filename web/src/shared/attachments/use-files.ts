import {
  ATTACHMENT_LIMITS,
  type AttachmentKind,
  type AttachmentLimits,
  type AttachmentRefusal,
} from '@portico/rules/messages/attachments'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { newId } from '../../base/new-id.ts'
import { type FileCalls, memberFiles } from './file-calls.ts'
import {
  afterSending,
  type FileEntry,
  isBusy,
  listIds,
  toEntries,
  withChange,
  withFiles,
  withVerdicts,
} from './files-state.ts'

export interface Files {
  readonly entries: readonly FileEntry[]
  readonly limits: AttachmentLimits
  /** How many of the draft's files the server no longer has. */
  readonly lost: number
  add(files: Iterable<File>): void
  /** Removes a file, at any point of its upload. */
  remove(key: string): void
  retry(key: string): void
}

export interface FilesOptions {
  /** The draft they belong to; after it is sent, the files that could not be sent stay listed. */
  readonly clientMessageId: string
  readonly attachmentIds: readonly string[]
  readonly onChange: (attachmentIds: readonly string[], busy: boolean) => void
  /** Left out: the calls for members. Must be the same object for as long as the form exists. */
  readonly calls?: FileCalls
}

/** The limits of a message, once the server has answered on this page. */
const knownLimits = new WeakMap<FileCalls, AttachmentLimits>()

/** Pause between two checks for the virus scan's result, in ms. */
const askingPause = 2_000

/** The files of a message being written (MC-4): uploaded one after the other, and removable one by one. */
export function useFiles(options: FilesOptions): Files {
  const { clientMessageId, calls = memberFiles } = options
  const listed = useListed(options, calls)
  const { entries, current, limits, lost, show } = listed
  const { contents, underWay, pump } = useUploads(calls, clientMessageId, listed)
  useVerdicts(calls, listed)

  return {
    entries,
    limits,
    lost,
    add: (files) => {
      calls.noteChosen?.()
      const fresh = [...files].map((file) => ({ key: newId(), file }))
      for (const { key, file } of fresh) contents.current.set(key, file)
      const named = fresh.map(({ key, file: { name, size } }) => ({ key, name, size }))
      show(withFiles(current.current, named, limits))
      pump()
    },
    remove: (key) => {
      const entry = current.current.find((one) => one.key === key)
      if (underWay.current?.key === key) underWay.current.controller.abort()
      if (entry?.attachmentId) takeBack(calls, entry.attachmentId)
      contents.current.delete(key)
      show(current.current.filter((one) => one.key !== key))
    },
    retry: (key) => {
      show(withChange(current.current, key, { step: 'waiting', share: 0 }))
      pump()
    },
  }
}

type Listed = ReturnType<typeof useListed>

/** The list of files: at first the server's files of the draft, with its limits; after a message is sent, the next one's files. */
function useListed({ clientMessageId, attachmentIds, onChange }: FilesOptions, calls: FileCalls) {
  const [entries, setEntries] = useState<readonly FileEntry[]>([])
  const [limits, setLimits] = useState(knownLimits.get(calls) ?? ATTACHMENT_LIMITS)
  const [lost, setLost] = useState(0)
  const current = useRef(entries)
  const tell = useRef(onChange)
  tell.current = onChange
  const first = useRef(attachmentIds)
  const message = useRef(clientMessageId)
  const isKnown = useRef(attachmentIds.length === 0)

  const show = useCallback((next: readonly FileEntry[]) => {
    current.current = next
    setEntries(next)
    // Until the server has answered, the draft keeps the files it had.
    const before = isKnown.current ? [] : first.current
    tell.current([...before, ...listIds(next)], isBusy(next))
  }, [])

  useEffect(() => {
    if (knownLimits.has(calls) && isKnown.current) return
    const leaving = new AbortController()
    calls.list(leaving.signal).then(
      ({ attachments, limits: said }) => {
        const limits = { ...said, kinds: said.kinds as AttachmentKind[] }
        knownLimits.set(calls, limits)
        setLimits(limits)
        const known = toEntries(first.current, attachments)
        if (isKnown.current) return
        isKnown.current = true
        setLost(first.current.length - known.length)
        show([...known, ...current.current])
      },
      () => {},
    )
    return () => leaving.abort()
  }, [calls, show])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids of the next draft come with it
  useEffect(() => {
    if (message.current === clientMessageId) return
    message.current = clientMessageId
    first.current = attachmentIds
    show(afterSending(current.current, attachmentIds))
  }, [clientMessageId, show])

  const showShare = useCallback((key: string, share: number) => {
    setEntries((last) => withChange(last, key, { share }))
  }, [])
  return { entries, current, limits, lost, show, showShare }
}

/** Uploads the waiting files, one at a time. */
function useUploads(calls: FileCalls, clientMessageId: string, { current, show, showShare }: Listed) {
  const contents = useRef(new Map<string, File>())
  const underWay = useRef<{ readonly key: string; readonly controller: AbortController } | null>(null)
  const pump = useCallback(async () => {
    const next = current.current.find(({ step }) => step === 'waiting')
    const file = next && contents.current.get(next.key)
    if (underWay.current !== null || next === undefined || file === undefined) return
    const { key } = next
    const controller = new AbortController()
    underWay.current = { key, controller }
    show(withChange(current.current, key, { step: 'uploading', share: 0 }))
    try {
      const { attachmentId, name, size, status } = await calls.upload({
        clientAttachmentId: key,
        clientMessageId,
        file,
        signal: controller.signal,
        onProgress: (share) => showShare(key, share),
      })
      contents.current.delete(key)
      if (current.current.some((entry) => entry.key === key))
        show(withChange(current.current, key, { attachmentId, name, size, step: status, share: 1 }))
      else takeBack(calls, attachmentId)
    } catch (error) {
      const refusal = toRefusal(error)
      show(withChange(current.current, key, { step: refusal ? 'refused' : 'failed', refusal }))
    }
    underWay.current = null
    pump()
  }, [calls, clientMessageId, current, show, showShare])
  useEffect(() => () => underWay.current?.controller.abort(), [])
  return { contents, underWay, pump }
}

/** While the virus scan checks a file, asks for its result. */
function useVerdicts(calls: FileCalls, { entries, current, show }: Listed): void {
  const scanning = entries.some(({ step }) => step === 'scanning')
  useEffect(() => {
    if (!scanning) return
    const leaving = new AbortController()
    const timer = setInterval(() => {
      calls.list(leaving.signal).then(
        ({ attachments }) => show(withVerdicts(current.current, attachments)),
        () => {},
      )
    }, askingPause)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [calls, current, scanning, show])
}

/** Files that cannot be removed now are cleaned up by the server within a day. */
function takeBack(calls: FileCalls, attachmentId: string): void {
  calls.remove(attachmentId).catch(() => {})
}

const refusals: readonly string[] = [
  'ATTACHMENT-TOO-LARGE',
  'ATTACHMENT-COUNT',
  'ATTACHMENT-TYPE',
  'ATTACHMENT-EMPTY',
  'ATTACHMENT-VIRUS',
  'ATTACHMENT-DAY-LIMIT',
] satisfies AttachmentRefusal[]

function toRefusal(error: unknown): AttachmentRefusal | null {
  return error instanceof ApiError && refusals.includes(error.code) ? (error.code as AttachmentRefusal) : null
}
