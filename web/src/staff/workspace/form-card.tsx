import { workspaceForm } from '@portico/contract/calls/forms'
import { FileDown } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { saveAnswer } from '../../base/api/save-file.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import styles from './member-card.module.css'
import type { OpenedThread } from './types.ts'

interface FormCardProps {
  readonly threadId: string
  readonly form: NonNullable<OpenedThread['form']>
}

/** The form that the conversation started with, as it was signed (MP-21). */
export function FormCard({ threadId, form: { title, receipt, about } }: FormCardProps) {
  const t = useText()
  const format = useFormat()
  const opening = useAction({}, 'workspace.form-failed')
  const open = () =>
    opening.run(async () => {
      saveAnswer(await api.call(workspaceForm, { params: { threadId } }), `${receipt}.pdf`)
    })
  return (
    <section className={styles.claim} aria-label={t('workspace.form', { title })}>
      <h4>{t('workspace.form', { title })}</h4>
      <p className={lettering.muted}>{t('workspace.form-receipt', { receipt })}</p>
      {about !== null && (
        <p>
          {t('workspace.form-about', {
            name: about.name,
            number: about.memberNumber,
            born: format.date(about.dateOfBirth),
          })}
        </p>
      )}
      <Button variant="secondary" busy={opening.busy} icon={<FileDown aria-hidden="true" />} onClick={open}>
        {t('workspace.form-pdf')}
      </Button>
      <Problem text={opening.problem} />
    </section>
  )
}
