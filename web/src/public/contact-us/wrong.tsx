import { useText } from '../../base/texts/text.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { toState, wrongFields } from './check.ts'
import type { Contact } from './use-contact.ts'
import { useFieldLabel } from './use-field-label.ts'
import { controlId } from './use-field-props.ts'

/** What is wrong with the message, with a link to each field. */
export function Wrong({ contact: { problems, refusals, draft } }: { readonly contact: Contact }) {
  const t = useText()
  const findLabel = useFieldLabel()
  const wrong = wrongFields(problems).map((name) => {
    const { code = 'field.required', params } = problems[name] ?? {}
    return { controlId: controlId(name), label: findLabel(name), problem: t(code, params) }
  })
  const incomplete = toState(draft.fields, problems) === 'Incomplete'
  return <ErrorSummary wrong={wrong} incomplete={incomplete} refusals={refusals} />
}
