import { releaseContent } from '@portico/contract/calls/content-console'
import { contentDeclared } from '@portico/rules/content/declared'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './content.module.css'
import { FieldDifferences, listChangedFields } from './field-differences.tsx'
import { problems, serverTexts } from './problems.ts'
import { checkNote } from './step-dialog.tsx'
import type { ContentItem, ContentList } from './types.ts'
import type { useNames } from './use-names.ts'
import { Warnings } from './warnings.tsx'

interface ReleaseDialogProps {
  readonly items: readonly ContentItem[]
  /** The portal's own texts, by name, or by name and brand. */
  readonly released: ContentList['released']
  readonly names: ReturnType<typeof useNames>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Approves other authors' texts, which then show together for a period (CT-6, CT-8). */
export function ReleaseDialog({ items, released, names, onDone, onClose }: ReleaseDialogProps) {
  const t = useText()
  const [releaseId] = useState(newId)
  const form = useForm({
    id: 'content-release',
    initial: { from: '', until: '', note: '' },
    secret: 'all',
    label: (name) => t(`content.release.${name}`),
    serverTexts,
    check: (name, values) => {
      if (name === 'note') return checkNote(values.note)
      if (name === 'from' || values.until === '') return null
      const from = values.from === '' ? new Date() : new Date(values.from)
      return new Date(values.until) > from ? null : { code: 'content.problem.until' }
    },
  })
  return (
    <FormDialog
      open
      form={form}
      title={t('content.release.title', { count: items.length })}
      about={
        <>
          <p>{t('content.release.text')}</p>
          <ReleasedTexts {...{ items, released, names }} />
        </>
      }
      action={t('content.release')}
      problems={problems}
      send={({ from, until, note }) =>
        api.call(releaseContent, {
          body: {
            releaseId,
            versionIds: items.flatMap(({ latest }) => latest?.versionId ?? []),
            from: toMoment(from),
            until: toMoment(until),
            note: note.trim(),
          },
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {items.length > 1 && (
        <Alert tone="info">
          <p>{t('content.release.together')}</p>
        </Alert>
      )}
      <div className={styles.pair}>
        <TextField
          {...form.field('from')}
          type="datetime-local"
          label={t('content.release.from')}
          hint={t('content.release.from-hint')}
        />
        <TextField
          {...form.field('until')}
          type="datetime-local"
          label={t('content.release.until')}
          hint={t('content.release.until-hint')}
        />
      </div>
      <TextField
        {...form.field('note')}
        label={t('content.release.note')}
        hint={t('content.note-hint')}
        maxLength={200}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}

/** The texts of the release, their words, and their readers. */
function ReleasedTexts({ items, released, names }: Pick<ReleaseDialogProps, 'items' | 'released' | 'names'>) {
  const t = useText()
  return (
    <ul className={styles.plain}>
      {items.map((item) => (
        <li key={item.latest?.versionId}>
          <p className={lettering.name}>{names.title(item)}</p>
          <p className={lettering.key}>{names.readers(item)}</p>
          {item.latest?.value === null && <p>{t('content.taken-away')}</p>}
          <Changes item={item} released={released} />
          <Warnings warnings={item.latest?.warnings ?? []} names={names} />
        </li>
      ))}
    </ul>
  )
}

/** The field is in the viewer's own time zone. */
function toMoment(typed: string): string | null {
  return typed === '' ? null : new Date(typed).toISOString()
}

interface ChangesProps {
  readonly item: ContentItem
  readonly released: ContentList['released']
}

/** What readers will see instead of the present text: nobody approves a text that they have not seen. */
function Changes({ item, released }: ChangesProps) {
  const t = useText()
  const declared = contentDeclared(item.name, item.contentType)
  if (declared === null) return null
  const own = released[`${item.name} ${item.brand}`] ?? released[item.name] ?? declared.blank ?? ''
  const fields = listChangedFields(declared, item.live?.value ?? own, item.latest?.value ?? own, t)
  return <FieldDifferences fields={fields} language={item.language} />
}
