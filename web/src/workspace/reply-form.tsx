import { addCannedReply, changeCannedReply } from '@portico/contract/calls/canned-replies'
import { messageLimits } from '@portico/contract/limits'
import { languages } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/workspace/brands'
import { replyVariables, unknownVariables } from '@portico/rules/workspace/canned-reply'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../account/use-action.ts'
import { api } from '../api/api.ts'
import { useText } from '../messages/text.tsx'
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
  const [title, setTitle] = useState(reply?.title ?? '')
  const [text, setText] = useState(reply?.text ?? '')
  const [brand, setBrand] = useState(reply?.brand ?? (forEveryBrand ? everyBrand : (brands[0]?.code ?? '')))
  const [language, setLanguage] = useState(reply?.language ?? 'en')
  const [tried, setTried] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  useEffect(() => first.current?.focus(), [])

  const unknown = unknownVariables(text)
  const isTitleWrong = title.trim() === ''
  const textProblem =
    text.trim() === ''
      ? t('workspace.problem.missing')
      : unknown.length > 0
        ? t('workspace.replies.unknown', { names: unknown.map((name) => `{${name}}`).join(', ') })
        : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isTitleWrong) first.current?.focus()
    else if (textProblem) body.current?.focus()
    if (isTitleWrong || textProblem) return
    const fields = { brand, language, title, text }
    const isDone = await action.run(async () => {
      if (reply) await api.call(changeCannedReply, { params: { replyId: reply.replyId }, body: fields })
      else await api.call(addCannedReply, { body: fields })
    })
    if (isDone) onDone(t('workspace.replies.saved'))
  }

  return (
    <form method="post" noValidate className={styles.form} onSubmit={submit} aria-labelledby="workspace-reply-form">
      <h2 id="workspace-reply-form">{t(reply ? 'workspace.replies.edit' : 'workspace.replies.add')}</h2>
      <TextField
        ref={first}
        name="title"
        label={t('workspace.replies.name')}
        value={title}
        maxLength={messageLimits.subject}
        error={tried && isTitleWrong ? t('workspace.replies.name-missing') : undefined}
        onChange={(event) => setTitle(event.target.value)}
        autoComplete="off"
        required
      />
      <div className={styles.pair}>
        <Select label={t('workspace.brand')} value={brand} onChange={(event) => setBrand(event.target.value)}>
          {forEveryBrand && <option value={everyBrand}>{t('workspace.brand.all')}</option>}
          {brands.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('workspace.language')}
          value={language}
          onChange={(event) => setLanguage(languages.find((one) => one === event.target.value) ?? language)}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {t(`workspace.language.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        ref={body}
        name="text"
        rows={6}
        lang={language}
        label={t('workspace.replies.words')}
        hint={t('workspace.replies.variables', { names: replyVariables.map((name) => `{${name}}`).join(' ') })}
        value={text}
        maxLength={messageLimits.text}
        error={tried ? textProblem : undefined}
        onChange={(event) => setText(event.target.value)}
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
        <Button type="submit" busy={action.busy}>
          {t('workspace.replies.save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('workspace.cancel')}
        </Button>
      </div>
    </form>
  )
}
