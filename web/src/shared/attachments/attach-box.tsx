import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { Camera, Paperclip } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useSetTexts } from '../message-texts/set-texts.ts'
import styles from './attach-box.module.css'
import { AttachedFile } from './attached-file.tsx'
import { isBusy } from './files-state.ts'
import { useSizeText } from './size-text.ts'
import { type Files, type FilesOptions, useFiles } from './use-files.ts'

export interface AttachBoxProps extends FilesOptions {
  /** While the message is being sent, files cannot be added or removed. */
  readonly readOnly: boolean
  /** How often someone tried to send while files were being uploaded: each attempt gets a response. */
  readonly earlyTries: number
  /** Only the button is visible; screen readers get the limits, and so does anyone who exceeds them. */
  readonly compact?: boolean
  /** Nothing can be sent without a file. */
  readonly required?: boolean
}

/** The files of a message (MC-4): chosen, dropped, pasted or photographed. Load it as a part: no view needs it at once. */
export function AttachBox(props: AttachBoxProps) {
  const ready = useArea('attachments')
  return ready ? <ReadyBox {...props} /> : null
}

function ReadyBox({ readOnly, earlyTries, compact = false, required = false, ...options }: AttachBoxProps) {
  const t = useText()
  const setText = useSetTexts()
  const id = useId()
  const files = useFiles(options)
  const box = useRef<HTMLElement>(null)
  const dragging = useDropAndPaste(box, files, readOnly)
  const { entries, limits, lost } = files
  const there = entries.filter(({ step }) => step === 'clean' || step === 'scanning').length

  return (
    <section
      ref={box}
      className={styles.box}
      aria-labelledby={id}
      data-dragging={dragging || undefined}
      data-compact={compact || undefined}
    >
      <p id={id} className={styles.label}>
        {t('attachments.label')} {!required && <span className={styles.optional}>{t('attachments.optional')}</span>}
      </p>
      <LimitsHint limits={limits} />
      {lost > 0 && <Alert tone="warning">{t('attachments.lost', { count: lost })}</Alert>}
      {entries.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.files} role="list" aria-labelledby={id}>
          {entries.map((entry) => (
            <AttachedFile key={entry.key} entry={entry} files={files} readOnly={readOnly} />
          ))}
        </ul>
      )}
      <WaysToAdd files={files} readOnly={readOnly} />
      {earlyTries > 0 && isBusy(entries) && (
        <Alert key={earlyTries} tone="warning" role="alert">
          {entries.some(({ step }) => step === 'failed')
            ? setText('attachmentNotSent', t('attachments.not-sent'))
            : t('attachments.wait')}
        </Alert>
      )}
      <VisuallyHidden>
        <span role="status">{there > 0 && t('attachments.there', { count: there })}</span>
      </VisuallyHidden>
    </section>
  )
}

function LimitsHint({ limits: { count, fileBytes, totalBytes, kinds } }: Pick<Files, 'limits'>) {
  const t = useText()
  const size = useSizeText()
  return (
    <p className={styles.hint}>
      {t('attachments.limits', {
        count,
        size: size(fileBytes),
        total: size(totalBytes),
        kinds: kinds.map((kind) => kind.toUpperCase()).join(', '),
      })}
    </p>
  )
}

/** Buttons to choose a file or take a photo, and a hint about dropping files. */
function WaysToAdd({ files, readOnly }: { readonly files: Files; readonly readOnly: boolean }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const accepted = files.limits.kinds.flatMap((kind: AttachmentKind) =>
    attachmentKinds[kind].endings.map((one) => `.${one}`),
  )
  const take = (input: HTMLInputElement) => {
    files.add(input.files ?? [])
    // The same file may be chosen again.
    input.value = ''
  }
  return (
    <>
      <div className={styles.ways}>
        <Button
          variant="secondary"
          icon={<Paperclip aria-hidden="true" />}
          aria-disabled={readOnly || undefined}
          onClick={() => readOnly || chooser.current?.click()}
        >
          {t('attachments.choose')}
        </Button>
        <Button
          variant="secondary"
          className={styles.camera}
          icon={<Camera aria-hidden="true" />}
          aria-disabled={readOnly || undefined}
          onClick={() => readOnly || camera.current?.click()}
        >
          {t('attachments.photograph')}
        </Button>
        <span className={styles.drop}>{t('attachments.drop')}</span>
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={accepted.join()}
        onChange={(event) => take(event.target)}
      />
      {/* Phones with their own image format convert to one of these. */}
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        onChange={(event) => take(event.target)}
      />
    </>
  )
}

/**
 * Handles files dropped on or pasted into the form around the box; a file dropped next to it must not navigate away from the page.
 */
function useDropAndPaste(box: { readonly current: HTMLElement | null }, files: Files, readOnly: boolean): boolean {
  const [dragging, setDragging] = useState(false)
  const latest = useRef({ files, readOnly })
  latest.current = { files, readOnly }
  useEffect(() => {
    const form = () => box.current?.closest('form') ?? box.current
    const holdsFiles = (event: { readonly dataTransfer: DataTransfer | null }) =>
      event.dataTransfer?.types.includes('Files') ?? false
    const isInside = (event: Event) => event.target instanceof Node && (form()?.contains(event.target) ?? false)
    const add = (list: FileList) => {
      if (!latest.current.readOnly && list.length > 0) latest.current.files.add(list)
    }
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setDragging(isInside(event))
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false)
    }
    const drop = (event: DragEvent) => {
      setDragging(false)
      if (!holdsFiles(event)) return
      event.preventDefault()
      if (isInside(event) && event.dataTransfer) add(event.dataTransfer.files)
    }
    const paste = (event: ClipboardEvent) => {
      if (!isInside(event) || !event.clipboardData?.files.length) return
      event.preventDefault()
      add(event.clipboardData.files)
    }
    const leaving = new AbortController()
    const { signal } = leaving
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => leaving.abort()
  }, [box])
  return dragging
}
