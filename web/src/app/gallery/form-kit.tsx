import type { MemberNumberForm } from '@portico/rules/brand/types'
import { type ComponentType, useState } from 'react'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import { AddressField } from '../../ui/address-field.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DatePartsField } from '../../ui/date-parts-field.tsx'
import { EmailField } from '../../ui/email-field.tsx'
import { EmailPair } from '../../ui/email-pair.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { LoginIdField } from '../../ui/login-id-field.tsx'
import { MemberIdField } from '../../ui/member-id-field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PasswordRequirements } from '../../ui/password-requirements.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Specimen, Specimens } from './specimen.ts'
import { texts } from './texts.ts'

const detectForm = (form: MemberNumberForm['form']): MemberNumberForm => ({ form, min: 9, max: 17 })

const rule = {
  tier: { minLength: 8, upper: true, lower: true, digit: true, special: true },
  history: 5,
  loginId: 'MEMBER01',
} as const

interface Typed<Value> {
  readonly value: Value
  readonly onValue: (value: Value) => void
}

interface TypingProps<Props, Value> {
  readonly field: ComponentType<Props & Typed<Value>>
  readonly start: Value
  readonly props: Props
}

/** A field that can be typed into. */
function Typing<Props, Value>({ field: Field, start, props }: TypingProps<Props, Value>) {
  const [value, setValue] = useState(start)
  return <Field {...props} value={value} onValue={setValue} />
}

function showTyping<Props, Value>(state: string, typing: TypingProps<Props, Value>): Specimen {
  return { state, show: <Typing {...typing} /> }
}

function newPassword(
  state: string,
  start: string,
  texts: { readonly label: string; readonly error?: string },
): Specimen {
  return {
    state,
    show: (
      <form>
        <HiddenLoginId loginId={rule.loginId} />
        <Typing field={NewPasswordField} start={start} props={{ ...texts, rule }} />
      </form>
    ),
  }
}

function Pair({ error }: { readonly error?: string }) {
  const [email, setEmail] = useState('sam@mail.example')
  const [repeat, setRepeat] = useState(error === undefined ? email : 'sam@mail')
  return <EmailPair email={{ value: email, onValue: setEmail }} repeat={{ value: repeat, onValue: setRepeat, error }} />
}

const emptyDay = { month: '', day: '', year: '' }
const noSuchDay = { month: '02', day: '30', year: '1984' }
const phoneTypes = [
  { value: 'HOME', label: 'Home' },
  { value: 'BUS', label: 'Work' },
  { value: 'CELL', label: 'Mobile' },
] as const
type PhoneType = (typeof phoneTypes)[number]['value'] | ''

const wrong = [{ controlId: 'gallery-wrong', label: texts.label, problem: texts.error }]
const twoWrong = [...wrong, { controlId: 'gallery-wrong-too', label: texts.longLabel, problem: texts.error }]

/** Components for forms with several fields. */
export const formKit: Specimens = {
  AddressField: [
    showTyping('empty', { field: AddressField, start: '', props: { label: 'Street address' } }),
    showTyping('with error', {
      field: AddressField,
      start: '12 ELM ST; 2',
      props: { label: 'Street', error: texts.error },
    }),
  ],
  DateField: [
    showTyping('empty', { field: DateField, start: '', props: { label: 'Date of birth' } }),
    showTyping('with error', { field: DateField, start: '13/01/1984', props: { label: 'Born', error: texts.error } }),
  ],
  DatePartsField: [
    showTyping('empty', {
      field: DatePartsField,
      start: emptyDay,
      props: { label: 'Date of birth', hint: texts.hint },
    }),
    showTyping('with error', {
      field: DatePartsField,
      start: noSuchDay,
      props: { label: 'Born on', error: texts.error },
    }),
  ],
  EmailField: [
    showTyping('empty', { field: EmailField, start: '', props: { label: 'E-mail', autoComplete: 'off' } }),
    showTyping('with error', {
      field: EmailField,
      start: 'sam@mail',
      props: { label: 'Your e-mail', error: texts.error },
    }),
  ],
  EmailPair: [
    { state: 'equal', show: <Pair /> },
    { state: 'not equal', show: <Pair error={texts.error} /> },
  ],
  ErrorSummary: [
    { state: 'nothing but empty', show: <ErrorSummary wrong={wrong} incomplete refusals={0} /> },
    {
      state: 'several wrong',
      show: (
        <>
          <ErrorSummary wrong={twoWrong} incomplete={false} refusals={0} />
          <TextField id="gallery-wrong" label={texts.label} error={texts.error} />
        </>
      ),
    },
  ],
  FieldError: [{ state: 'alone', show: <FieldError id="gallery-error">{texts.error}</FieldError> }],
  FieldGroup: [
    {
      state: 'the frame alone',
      show: (
        <FieldGroup label={texts.longLabel} hint={texts.hint} error={texts.error}>
          <p>{texts.line}</p>
        </FieldGroup>
      ),
    },
  ],
  LoginIdField: [
    showTyping('filled in', { field: LoginIdField, start: 'SAMPLE01', props: { autoComplete: 'off' } }),
    showTyping('with error', { field: LoginIdField, start: 'SAM', props: { error: texts.error, autoComplete: 'off' } }),
  ],
  MemberIdField: [
    showTyping('digits', { field: MemberIdField, start: '', props: { numberForm: detectForm('digits') } }),
    showTyping('names as on the card', {
      field: MemberIdField,
      start: '',
      props: { numberForm: detectForm('digits-without-prefix') },
    }),
    showTyping('letters too, with error', {
      field: MemberIdField,
      start: 'AB-1',
      props: { numberForm: detectForm('letters-and-digits'), error: texts.error },
    }),
  ],
  NewPasswordField: [
    newPassword('half way', 'Kestrel', { label: 'New password' }),
    newPassword('with error', '', { label: 'Password', error: texts.error }),
  ],
  NumberField: [
    showTyping('whole', { field: NumberField, start: '12', props: { label: 'Miles' } }),
    showTyping('with error', {
      field: NumberField,
      start: '1,5',
      props: { label: 'Dollars', places: 2, error: texts.error },
    }),
  ],
  PasswordRequirements: [
    { state: 'nothing typed', show: <PasswordRequirements word="" rule={rule} /> },
    { state: 'all met', show: <PasswordRequirements word="Kestrel-47-Ridge" rule={rule} /> },
  ],
  RadioGroup: [
    showTyping('nothing chosen, with error', {
      field: RadioGroup<Exclude<PhoneType, ''>>,
      start: '' as PhoneType,
      props: { label: 'Kind of phone', options: phoneTypes, error: texts.error },
    }),
    showTyping('chosen, with hint', {
      field: RadioGroup<Exclude<PhoneType, ''>>,
      start: 'CELL' as PhoneType,
      props: { label: 'Which phone', options: phoneTypes, hint: texts.hint },
    }),
  ],
}
