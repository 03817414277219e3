import { writeContent } from '@portico/contract/calls/content-console'
import type { DeclaredContent } from '@portico/rules/content/declared'
import {
  type ContentField,
  listChoices,
  listIds,
  maxAlike,
  withAdded,
  withoutPart,
  withParts,
} from '@portico/rules/content/fields'
import { contentFields, contentProblems, findMax, isMarked } from '@portico/rules/content/judge'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { newId } from '../../base/new-id.ts'
import { useText } from '../../base/texts/text.tsx'
import { FormFrame } from '../../kit/forms/form-frame.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { type Form, useForm } from '../../kit/forms/use-form.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './content.module.css'
import { Differences } from './differences.tsx'
import { problems, serverTexts } from './problems.ts'
import { formatSeenValue } from './seen-value.ts'
import { checkNote } from './step-dialog.tsx'
import { type ContentItem, type ItemKey, toItemKey } from './types.ts'

interface ItemFormProps {
  readonly item: ContentItem
  readonly declared: DeclaredContent
  /** The text that the portal was released with. */
  readonly released: string
  /** What readers of this text see now. */
  readonly shown: string
  /** The form's initial text, including changes that were typed before. */
  readonly start: string
  readonly note?: string | undefined
  readonly onSaved: (item: ContentItem, submitted: boolean) => void
  /** Called with the typed values if someone else has changed the text in the meantime, so that nothing is lost. */
  readonly onConflict: (typed: { readonly value: string; readonly note: string }) => void
}

/** Parts with their own names; other parts are named in the text itself. */
const places = [
  ...(['subject', 'heading', 'body', 'action', 'tagline', 'legalText', 'phone', 'choices', 'why'] as const),
  ...(['noReply', 'address', 'title', 'about', 'text'] as const),
]

/** Choices with their own names. */
const choices = ['newWindow', 'mobileOnly', 'showText', 'active', 'linkTarget'] as const

/** The current text next to the new one, field by field (CT-8), to be saved as a draft or submitted (CT-6). */
export function ItemForm(props: ItemFormProps) {
  const { item, declared, released, onSaved, onConflict } = props
  const t = useText()
  const [versionId, setVersionId] = useState(newId)
  const saving = useAction(problems, 'content.failed')
  const submits = useRef(false)
  const { before, findLabel, nameOfAdded } = useLabels(props)
  const { form, fields, base, joinValue, reshape } = useItemFields(props, findLabel, submits)

  const submit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    submits.current = submitter instanceof HTMLButtonElement && submitter.value === 'submit'
    event.preventDefault()
    return saving.run(async () => {
      const body = { ...pickKey(item), versionId, basedOn: item.latest?.versionId ?? null, submit: submits.current }
      try {
        const saved = await form.submit(event, (typed) =>
          api.call(writeContent, { body: { ...body, value: joinValue(typed), note: (typed.note ?? '').trim() } }),
        )
        if (saved === null) return
        setVersionId(newId())
        form.forget()
        onSaved(saved.item, submits.current)
      } catch (error) {
        setVersionId(newId())
        if (error instanceof ApiError && error.code === 'CONFLICT')
          onConflict({ value: joinValue(form.values), note: form.values.note ?? '' })
        throw error
      }
    })
  }

  return (
    <FormFrame form={form} className={styles.form} onSubmit={submit} aria-label={t('content.edit')}>
      <ErrorSummary {...form.summary} />
      {fields.map(({ path, kind }) => (
        <FieldSides
          key={path}
          path={path}
          kind={kind}
          declared={declared}
          language={item.language}
          shown={before.get(path) ?? ''}
          label={findLabel(path)}
          field={form.field(toServerName(path))}
        />
      ))}
      {declared.grows && (
        <AddedParts
          released={released}
          base={base}
          name={(at) => form.values[toServerName(`${at}.label`)] || nameOfAdded(String(at))}
          onAdd={() => reshape(withAdded(joinValue(form.values), `link-${newId()}`))}
          onRemove={(at) => reshape(withoutPart(joinValue(form.values), at))}
        />
      )}
      <TextField
        {...form.field('note')}
        label={t('content.note')}
        hint={t('content.note-hint')}
        maxLength={200}
        autoComplete="off"
        required
      />
      <Problem text={saving.problem} />
      <div className={styles.buttons}>
        <Button type="submit" value="submit" busy={form.busy && submits.current}>
          {t('content.submit')}
        </Button>
        <Button type="submit" value="draft" variant="secondary" busy={form.busy && !submits.current}>
          {t('content.save-draft')}
        </Button>
      </div>
    </FormFrame>
  )
}

function pickKey({ name, brand, language, qualifiers }: ContentItem): ItemKey {
  return { name, brand, language, qualifiers }
}

/** The readers' present text by field, and the labels of the fields. */
function useLabels({ declared, shown }: ItemFormProps) {
  const t = useText()
  const before = new Map(contentFields(declared, shown).map((one) => [one.path, one.value]))
  /** The name of a part that no reader has seen yet. */
  const nameOfAdded = (first: string) => (declared.grows ? t('content.new-part', { number: Number(first) + 1 }) : first)
  const findLabel = (path: string) => {
    if (path === '') return t('content.place.text')
    const place = places.find((one) => one === path)
    if (place) return t(`content.place.${place}`)
    const [first = '', ...others] = path.split('.')
    const names = [before.get(`${first}.label`) ?? nameOfAdded(first), ...others]
    const choice = choices.find((one) => one === names.at(-1))
    if (choice) return `${formatPlace(names.slice(0, -1))} › ${t(`content.place.${choice}`)}`
    return formatPlace(names) || t('content.place.text')
  }
  return { before, findLabel, nameOfAdded }
}

/** The fields of a text as they are typed, and the resulting text. */
function useItemFields(
  { item, declared, released, start, note = '' }: ItemFormProps,
  findLabel: (path: string) => string,
  submits: RefObject<boolean>,
) {
  const t = useText()
  /** The text behind the form, including parts added or removed since. */
  const [base, setBase] = useState(start)
  const fields = contentFields(declared, base)
  const form = useForm<string>({
    id: `content-${toItemKey(pickKey(item))}-${item.latest?.versionId ?? ''}`.replace(/[^\w-]/g, '_'),
    initial: { ...Object.fromEntries(fields.map(({ path, value }) => [toServerName(path), value])), note },
    label: (name) => (name === 'note' ? t('content.note') : findLabel(toPath(name))),
    serverTexts,
    check: (name, typed) => {
      if (name === 'note') return checkNote(typed.note ?? '')
      // A draft may still have errors.
      if (!submits.current) return null
      const found = contentProblems(declared, released, joinValue(typed)).find(({ path }) => path === toPath(name))
      return found === undefined ? null : { code: found.code, ...(found.params && { params: found.params }) }
    },
  })

  function joinValue(typed: Readonly<Record<string, string>>): string {
    if (declared.kind !== 'parts') return typed.value ?? ''
    return withParts(base, Object.fromEntries(fields.map(({ path }) => [path, typed[toServerName(path)] ?? ''])))
  }

  function reshape(value: string): void {
    setBase(value)
    form.fill(Object.fromEntries(contentFields(declared, value).map((one) => [toServerName(one.path), one.value])))
  }

  return { form, fields, base, joinValue, reshape }
}

interface FieldSidesProps {
  readonly path: string
  readonly kind: ContentField['kind']
  readonly declared: DeclaredContent
  readonly language: string
  /** What readers see now. */
  readonly shown: string
  readonly label: string
  readonly field: ReturnType<Form<string>['field']>
}

/** One field of a text: what readers see now, beside what they will see. */
function FieldSides({ path, kind, declared, language, shown, label, field }: FieldSidesProps) {
  const t = useText()
  const formatSeen = (value: string) => formatSeenValue({ path, kind, value }, t)
  const common = { ...field, label, autoComplete: 'off', ...(kind !== 'text' && { spellCheck: false }) }
  const isText = kind === 'text' && declared.kind !== 'date' && declared.kind !== 'hour'
  const max = findMax(declared, path)
  const isLong = isText && max > 100 && !declared.lines?.includes(path)
  return (
    <div className={styles.sides}>
      <div className={styles.side}>
        <p className={lettering.key}>{t('content.shown-now')}</p>
        <p className={styles.text} lang={language}>
          <Differences before={formatSeen(shown)} after={formatSeen(field.value)} side="before" />
        </p>
      </div>
      <div>
        {kind === 'choice' ? (
          <Select {...field} label={label}>
            <Options of={listChoices(path)} text={(one) => t(`content.choice.${one}`)} />
          </Select>
        ) : isLong ? (
          <TextArea
            {...common}
            lang={language}
            rows={isMarked(declared, path) ? 20 : max > 1_000 ? 8 : 4}
            maxLength={max}
            hint={findTextHint()}
            dense
          />
        ) : (
          <TextField {...common} {...(isText ? { lang: language, maxLength: max } : { hint: findHint() })} />
        )}
      </div>
    </div>
  )

  function findTextHint(): string | undefined {
    if (declared.names) return t('content.hint.names', { names: declared.names.map((name) => `{${name}}`).join(' ') })
    return isMarked(declared, path) ? t('content.hint.marked') : undefined
  }

  function findHint(): string {
    if (kind === 'list') return t('content.hint.list')
    if (kind === 'link') return t(declared.links === 'own' ? 'content.hint.own-link' : 'content.hint.link')
    return t(declared.kind === 'date' ? 'content.hint.date' : 'content.hint.hour')
  }
}

interface AddedPartsProps {
  /** The text that the portal was released with; its parts stay. */
  readonly released: string
  /** The text including parts added or removed since. */
  readonly base: string
  readonly name: (at: number) => string
  readonly onAdd: () => void
  readonly onRemove: (at: number) => void
}

/** Adds parts to a text that can grow, and removes the added ones. */
function AddedParts({ released, base, name, onAdd, onRemove }: AddedPartsProps) {
  const t = useText()
  const ids = listIds(base)
  const own = new Set(listIds(released))
  return (
    <div className={styles.buttons}>
      {ids.flatMap((id, at) =>
        own.has(id) ? (
          []
        ) : (
          <Button key={id} variant="quiet" onClick={() => onRemove(at)}>
            {t('content.remove-part', { name: name(at) })}
          </Button>
        ),
      )}
      {ids.length < maxAlike && (
        <Button variant="secondary" onClick={onAdd}>
          {t('content.add-part')}
        </Button>
      )}
    </div>
  )
}

/** Where a text is, by the ids and labels around it, without what all texts of its kind share. */
function formatPlace(names: readonly string[]): string {
  return names
    .filter((name) => !['categories', 'subCategories', 'items', 'fields', 'label'].includes(name))
    .map((name, at) => `${at === 0 ? '' : /^\d+$/.test(name) ? ' ' : ' › '}${name}`)
    .join('')
}

/** The server's name for a text that it refuses. */
function toServerName(path: string): string {
  return path === '' ? 'value' : `value.${path}`
}

function toPath(name: string): string {
  return name === 'value' ? '' : name.slice('value.'.length)
}
