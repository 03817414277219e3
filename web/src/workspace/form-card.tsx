import { workspaceForm } from '@portico/contract/calls/forms'
import { api } from '../api/api.ts'
import { FileButton } from '../forms/file-button.tsx'
import { useText } from '../texts/text.tsx'
import styles from './member-card.module.css'
import type { OpenedThread } from './types.ts'

interface FormCardProps {
  readonly threadId: string
  readonly form: NonNullable<OpenedThread['form']>
}

/** The form that the conversation began with, at hand as it was signed (MP-21). */
export function FormCard({ threadId, form: { title, receipt } }: FormCardProps) {
  const t = useText()
  return (
    <section className={styles.claim} aria-label={t('workspace.form', { title })}>
      <h4>{t('workspace.form', { title })}</h4>
      <p className={styles.muted}>{t('workspace.form-receipt', { receipt })}</p>
      <FileButton
        name={`${receipt}.pdf`}
        otherwise="workspace.form-failed"
        fetchFile={() => api.call(workspaceForm, { params: { threadId } })}
      >
        {t('workspace.form-pdf')}
      </FileButton>
    </section>
  )
}
