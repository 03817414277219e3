import { cannedReplies, removeCannedReply } from '@portico/contract/calls/canned-replies'
import { workspaceQueues } from '@portico/contract/calls/workspace'
import { everyBrand } from '@portico/rules/brand/every'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './replies.module.css'
import { ReplyForm } from './reply-form.tsx'
import type { CannedReply } from './types.ts'
import { WorkspaceHeader } from './workspace-header.tsx'

const load = async (signal: AbortSignal) => {
  const [{ replies }, { brands, me }] = await Promise.all([
    api.call(cannedReplies, { signal }),
    api.call(workspaceQueues, { signal }),
  ])
  return { replies, brands, supervisor: me.supervisor }
}

/** Canned replies by brand and language; supervisors keep those of their brands (MC-6). */
export function Replies() {
  const t = useText()
  const { value, failed, reload } = useLoaded(load)
  const [editing, setEditing] = useState<CannedReply | 'new' | null>(null)
  const [removing, setRemoving] = useState<CannedReply | null>(null)
  const [said, setSaid] = useState('')
  const add = useRef<HTMLButtonElement>(null)
  const brandName = (code: string) =>
    code === everyBrand ? t('workspace.brand.all') : (value?.brands.find((brand) => brand.code === code)?.name ?? code)
  const done = (words: string) => {
    setEditing(null)
    setSaid(words)
    reload()
    add.current?.focus()
  }

  return (
    <div className={styles.view}>
      <WorkspaceHeader current="replies" supervisor={value?.supervisor ?? true} />
      <p className={styles.muted}>{t('workspace.replies.text')}</p>
      {failed && value === null && <ErrorState onRetry={reload} />}
      {!failed && value === null && <Skeleton shape="block" />}
      {value?.supervisor && (
        <Button ref={add} icon={<Plus aria-hidden="true" />} className={styles.add} onClick={() => setEditing('new')}>
          {t('workspace.replies.add')}
        </Button>
      )}
      <p role="status">{said}</p>
      {editing !== null && value && (
        <ReplyForm
          key={editing === 'new' ? 'new' : editing.replyId}
          reply={editing === 'new' ? null : editing}
          brands={value.brands}
          forEveryBrand={value.replies.some(({ brand, editable }) => brand === everyBrand && editable)}
          onDone={done}
          onCancel={() => setEditing(null)}
        />
      )}
      <ul className={styles.list}>
        {value?.replies.map((reply) => (
          <li key={reply.replyId} className={styles.reply}>
            <h2 className={styles.title}>{reply.title}</h2>
            <p className={styles.muted}>
              {brandName(reply.brand)} · {t(`workspace.language.${reply.language}`)}
            </p>
            <p lang={reply.language} className={styles.text}>
              {reply.text}
            </p>
            {reply.editable && (
              <div className={styles.buttons}>
                <Button
                  variant="secondary"
                  aria-label={t('workspace.replies.change', { title: reply.title })}
                  onClick={() => setEditing(reply)}
                >
                  {t('workspace.replies.edit')}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={t('workspace.replies.remove-named', { title: reply.title })}
                  onClick={() => setRemoving(reply)}
                >
                  {t('workspace.replies.remove')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <RemoveDialog
        reply={removing}
        onClose={() => setRemoving(null)}
        onDone={() => done(t('workspace.replies.removed'))}
      />
    </div>
  )
}

interface RemoveDialogProps {
  readonly reply: CannedReply | null
  readonly onClose: () => void
  readonly onDone: () => void
}

function RemoveDialog({ reply, onClose, onDone }: RemoveDialogProps) {
  const t = useText()
  const action = useAction({}, 'workspace.failed')
  const remove = async () => {
    if (!reply) return
    const isDone = await action.run(async () => {
      await api.call(removeCannedReply, { params: { replyId: reply.replyId } })
    })
    if (!isDone) return
    onClose()
    onDone()
  }
  return (
    <Dialog
      size="small"
      open={reply !== null}
      onClose={onClose}
      title={t('workspace.replies.remove-title', { title: reply?.title ?? '' })}
      actions={
        <>
          <Button variant="danger" busy={action.busy} onClick={remove}>
            {t('workspace.replies.remove')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('workspace.cancel')}
          </Button>
        </>
      }
    >
      <p>{t('workspace.replies.remove-text')}</p>
      {action.problem && (
        <Alert tone="danger" role="alert">
          <p>{t(action.problem)}</p>
        </Alert>
      )}
    </Dialog>
  )
}
