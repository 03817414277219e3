import type { OpenedMessage } from '@portico/contract/calls/messages'
import { isShown } from '@portico/rules/messages/attachments'
import { Download, Eye, Paperclip } from 'lucide-react'
import { useState } from 'react'
import type * as v from 'valibot'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { type FileCalls, memberFiles } from './file-calls.ts'
import styles from './message-files.module.css'
import { useSizeText } from './size-text.ts'
import { useOpenFile } from './use-open-file.ts'

type File = v.InferOutput<typeof OpenedMessage>['attachments'][number]

export interface MessageFilesProps {
  readonly files: readonly File[]
  /** Left out: the calls for members. */
  readonly calls?: FileCalls
}

/** The files of a message (MC-4): to view if that is safe, to save, or the reason why a file is missing. */
export function MessageFiles({ files, calls = memberFiles }: MessageFilesProps) {
  const t = useText()
  const ready = useArea('attachments')
  if (!ready) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.files} role="list" aria-label={t('attachments.label')}>
      {files.map((file) => (
        <MessageFile key={file.attachmentId} file={file} calls={calls} />
      ))}
    </ul>
  )
}

function MessageFile({ file, calls }: { readonly file: File; readonly calls: FileCalls }) {
  const t = useText()
  const size = useSizeText()
  const [picture, setPicture] = useState<string | null>(null)
  const opening = useOpenFile(file, calls)
  const { name, status, type } = file

  const close = () => {
    if (picture) URL.revokeObjectURL(picture)
    setPicture(null)
  }
  return (
    <li className={styles.file}>
      <Paperclip aria-hidden="true" className={styles.clip} />
      <span className={styles.about}>
        <bdi className={styles.name}>{name}</bdi> <span className={lettering.muted}>{size(file.size)}</span>
        {status !== 'clean' && <span className={styles.state}>{t(`attachments.is-${status}`)}</span>}
        <span role="status" className={styles.state}>
          {opening.failed && t('attachments.open-failed')}
        </span>
      </span>
      {status === 'clean' && (
        <span className={styles.actions}>
          {isShown(type) && (
            <Button
              variant="quiet"
              busy={opening.busy === 'view'}
              icon={<Eye aria-hidden="true" />}
              onClick={() => opening.view(setPicture)}
            >
              {t('attachments.open')}
              <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          )}
          <Button
            variant="quiet"
            busy={opening.busy === 'download'}
            icon={<Download aria-hidden="true" />}
            onClick={opening.download}
          >
            {t('attachments.download')}
            <VisuallyHidden>{name}</VisuallyHidden>
          </Button>
        </span>
      )}
      <Dialog open={picture !== null} onClose={close} title={name}>
        {picture && <img src={picture} alt={t('attachments.picture', { name })} className={styles.picture} />}
      </Dialog>
    </li>
  )
}
