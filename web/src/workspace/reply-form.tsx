import { addCannedReply, changeCannedReply } from '@portico/contract/calls/canned-replies'
import { messageLimits } from '@portico/contract/limits'
import { languages } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import { replyVariables, unknownVariables } from '@portico/rules/workspace/canned-reply'
import { type FormEvent, useEffect, useRef } from 'react'
import { api } from '../api/api.ts'
import { useAction } from '../api/use-action.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { useForm } from '../forms/use-form.ts'
import { useText } from '../texts/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './replies.module.css'
import type { CannedReply, Queues } from './types.ts'

interface ReplyFormProps {
  /** Null: a new one. */
  readonly reply: CannedReply | null
  readonly brands: Queues['brands']
  /** Whether it may be for every brand. */
  readonly forEveryBrand: boolean
  readonly onDone: (words: string) => void
  readonly onCancel: () => void
}

/** A canned reply being written: for which brand, in which language, with what is to be filled in. */
export function ReplyForm({ reply, brands, forEveryBrand, onDone, onCancel }: ReplyFormProps) {
  const t = useText()
  const action = useAction({}, 'workspace.failed')
  const form = useForm({
    id: 'canned-reply',
    initial: {
      title: reply?.title ?? '',
      brand: reply?.brand ?? (forEveryBrand ? everyBrand : (brands[0]?.code ?? '')),
      language: reply?.language ?? 'en',
      text: reply?.text ?? '',
    },
    secret: 'all',
    label: (name) => name,
    check: (name, values) => {
      if (name !== 'title' && name !== 'text') return null
      if (values[name].trim() === '')
        return { code: name === 'title' ? 'workspace.replies.name-missing' : 'workspace.problem.missing' }
      const unknown = name === 'text' ? unknownVariables(values.text) : []
      const names = unknown.map((one) => `{${one}}`).join(', ')
      return unknown.length > 0 ? { code: 'workspace.replies.unknown', params: { names } } : null
    },
  })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    const isDone = await form.submit(event, ({ title, brand, language, text }) => {
      const body = { brand, title, text, language: languages.find((one) => one === language) ?? 'en' }
      return action.run(async () => {
        if (reply) await api.call(changeCannedReply, { params: { replyId: reply.replyId }, body })
        else await api.call(addCannedReply, { body })
      })
    })
    if (isDone) onDone(t('workspace.replies.saved'))
  }

  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit} aria-labelledby="workspace-reply-form">
      <h2 id="workspace-reply-form">{t(reply ? 'workspace.replies.edit' : 'workspace.replies.add')}</h2>
      <TextField
        ref={first}
        {...form.field('title')}
        label={t('workspace.replies.name')}
        maxLength={messageLimits.subject}
        autoComplete="off"
        required
      />
      <div className={styles.pair}>
        <Select {...form.field('brand')} label={t('workspace.brand')}>
          {forEveryBrand && <option value={everyBrand}>{t('workspace.brand.all')}</option>}
          {brands.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...form.field('language')} label={t('workspace.language')}>
          {languages.map((one) => (
            <option key={one} value={one}>
              {t(`workspace.language.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        {...form.field('text')}
        rows={6}
        lang={form.values.language}
        label={t('workspace.replies.words')}
        hint={t('workspace.replies.variables', { names: replyVariables.map((name) => `{${name}}`).join(' ') })}
        maxLength={messageLimits.text}
        required
      />
      <div role="alert">
        {action.problem && (
          <Alert tone="danger">
            <p>{t(action.problem)}</p>
          </Alert>
        )}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" busy={form.busy}>
          {t('workspace.replies.save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('workspace.cancel')}
        </Button>
      </div>
    </FormFrame>
  )
}
