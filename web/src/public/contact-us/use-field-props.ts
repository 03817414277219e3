import { useText } from '../../base/texts/text.tsx'
import type { FieldName, MessageFields } from './fields.ts'
import type { Contact } from './use-contact.ts'
import { useFieldLabel } from './use-field-label.ts'

/** Id of a field's control, for the links of the error summary. */
export function controlId(name: FieldName): string {
  return `contact-${name}`
}

/** Connects a control to its field: `fieldProps(name)` returns label, value and error, and handles changes. */
export function useFieldProps({ draft, problems, type }: Contact) {
  const t = useText()
  const findLabel = useFieldLabel()
  return <Name extends FieldName>(name: Name) => {
    const problem = problems[name]
    return {
      id: controlId(name),
      name,
      label: findLabel(name),
      value: draft.fields[name],
      error: problem && t(problem.code, problem.params),
      onValue: (value: string) => type(name, value as MessageFields[Name]),
    }
  }
}
