import { transferThread } from '@portico/contract/calls/workspace'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { OpenedThread } from './types.ts'

interface TransferDialogProps {
  readonly thread: OpenedThread
  readonly onMoved: () => void
  readonly onClose: () => void
}

/** Moves a conversation to another topic, with a reason that stays in it as a note (MC-6). */
export function TransferDialog({ thread, onMoved, onClose }: TransferDialogProps) {
  const t = useText()
  const [categoryId, setCategory] = useState('')
  const [subCategoryId, setSubCategory] = useState('')
  const [reason, setReason] = useState('')
  const action = useAction({ 'THREAD-CHANGED': 'workspace.transfer.changed' }, 'workspace.failed')
  const category = thread.topics.find((one) => one.categoryId === categoryId)
  const isWhole = category !== undefined && subCategoryId !== '' && reason.trim() !== ''
  const submit = () =>
    action.run(async () => {
      const { threadId, version } = thread
      const body = { categoryId, subCategoryId, reason: reason.trim(), version }
      await api.call(transferThread, { params: { threadId }, body })
      onMoved()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('workspace.transfer')}
      actions={
        <>
          <Button busy={action.busy} disabled={!isWhole} onClick={submit}>
            {t('workspace.transfer.go')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('workspace.transfer.text')}</p>
        <Select
          label={t('workspace.transfer.topic')}
          value={categoryId}
          onValue={(next) => {
            setCategory(next)
            setSubCategory('')
          }}
        >
          <option value="">{t('workspace.transfer.choose')}</option>
          <Options of={thread.topics} value={(one) => one.categoryId} text={({ label }) => label} />
        </Select>
        <Select
          label={t('workspace.transfer.about')}
          value={subCategoryId}
          disabled={category === undefined}
          onValue={setSubCategory}
        >
          <option value="">{t('workspace.transfer.choose')}</option>
          <Options of={category?.subCategories} value={(one) => one.subCategoryId} text={({ label }) => label} />
        </Select>
        <TextArea
          label={t('workspace.transfer.reason')}
          hint={t('workspace.transfer.reason-hint')}
          value={reason}
          onValue={setReason}
          maxLength={500}
          dense
        />
      </div>
      <Problem text={action.problem} />
    </Dialog>
  )
}
