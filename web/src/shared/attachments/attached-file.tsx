import { CircleAlert, FileCheck2, FileClock, X } from 'lucide-react'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { type MessageTextName, useSetTexts } from '../message-texts/set-texts.ts'
import styles from './attach-box.module.css'
import type { FileEntry } from './files-state.ts'
import { useSizeText } from './size-text.ts'
import type { Files } from './use-files.ts'

interface AttachedFileProps {
  readonly entry: FileEntry
  readonly files: Files
  readonly readOnly: boolean
}

/** Texts for refusals; a brand can set all but the last two (MC-4). */
const refusals: Record<NonNullable<FileEntry['refusal']>, readonly [MessageId, MessageTextName | null]> = {
  'ATTACHMENT-VIRUS': ['attachments.virus', 'virus'],
  'ATTACHMENT-TOO-LARGE': ['attachments.file-size', 'fileSize'],
  'ATTACHMENT-COUNT': ['attachments.file-count', 'fileCount'],
  'ATTACHMENT-TYPE': ['attachments.invalid-file', 'invalidFile'],
  'ATTACHMENT-EMPTY': ['attachments.empty', null],
  'ATTACHMENT-DAY-LIMIT': ['attachments.day-limit', null],
}

/** One file: its progress, or why it was refused, and what can be done about it. */
export function AttachedFile({ entry, files, readOnly }: AttachedFileProps) {
  const t = useText()
  const setText = useSetTexts()
  const size = useSizeText()
  const { key, name, step, share } = entry
  const isOnItsWay = step === 'waiting' || step === 'uploading'
  const isWrong = step === 'failed' || step === 'refused'
  const Icon = isWrong ? CircleAlert : step === 'clean' ? FileCheck2 : FileClock
  const percent = Math.round(share * 100)
  return (
    <li className={styles.file} data-step={step}>
      <Icon aria-hidden="true" className={styles.icon} />
      <div className={styles.about}>
        <p>
          <bdi className={styles.name}>{name}</bdi> <span className={styles.size}>{size(entry.size)}</span>
        </p>
        {isOnItsWay && (
          <Meter
            className={styles.progress}
            label={t('attachments.progress', { name })}
            value={percent}
            max={100}
            valueText={t('attachments.percent', { percent })}
          />
        )}
        {step === 'scanning' && <p className={styles.state}>{t('attachments.scanning')}</p>}
        {isWrong && (
          <p role="alert" className={styles.wrong}>
            {problem()}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {step === 'failed' && (
          <Button
            variant="secondary"
            aria-disabled={readOnly || undefined}
            onClick={() => readOnly || files.retry(key)}
          >
            {setText('tryAgain', t('attachments.try-again'))}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        )}
        <Button
          variant="quiet"
          className={styles.remove}
          aria-label={t(isOnItsWay ? 'attachments.cancel' : 'attachments.remove', { name })}
          aria-disabled={readOnly || undefined}
          onClick={() => readOnly || files.remove(key)}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  )

  function problem(): string {
    const { limits } = files
    const kinds = limits.kinds.map((kind) => kind.toUpperCase()).join(', ')
    const values = { name, count: limits.count, size: size(limits.fileBytes), total: size(limits.totalBytes), kinds }
    if (entry.refusal === null) return setText('failed', t('attachments.failed', values), values)
    const [id, own] = refusals[entry.refusal]
    return own === null ? t(id, values) : setText(own, t(id, values), values)
  }
}
