import { type ComponentProps, useState } from 'react'
import { HiddenLoginId } from '../../kit/forms/hidden-login-id.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Combobox, type ComboboxValue } from '../../ui/combobox.tsx'
import { CountedField } from '../../ui/counted-field.tsx'
import { Counter } from '../../ui/counter.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Slider } from '../../ui/slider.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Specimen, Specimens } from './specimen.ts'
import { countyOptions, texts } from './texts.ts'

function textField(state: string, props: Partial<ComponentProps<typeof TextField>>): Specimen {
  return { state, show: <TextField label={texts.label} {...props} /> }
}

function select(state: string, props: Partial<ComponentProps<typeof Select>>): Specimen {
  return {
    state,
    show: (
      <Select label="County" {...props}>
        {countyOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    ),
  }
}

function passwordField(state: string, props: Partial<ComponentProps<typeof PasswordField>>): Specimen {
  return {
    state,
    show: (
      <form>
        <HiddenLoginId loginId="SAMPLE01" />
        <PasswordField label="Password" autoComplete="off" {...props} />
      </form>
    ),
  }
}

interface FilteringProps {
  readonly state: string
  readonly start: ComboboxValue
  readonly error?: string
}

function Filtering({ state, start, error }: FilteringProps) {
  const [value, setValue] = useState(start)
  const hint = 'Type a few letters'
  return (
    <Combobox
      label={`County, ${state}`}
      options={countyOptions}
      value={value}
      onValue={setValue}
      hint={hint}
      error={error}
    />
  )
}

function combobox(props: FilteringProps): Specimen {
  return { state: props.state, show: <Filtering {...props} /> }
}

function Sliding() {
  const [miles, setMiles] = useState(25)
  return <Slider label="Distance" value={miles} onValue={setMiles} valueText={`${miles} miles`} />
}

function Calling() {
  const [phone, setPhone] = useState('5555550117')
  return <PhoneField label="Phone" value={phone} onValue={setPhone} />
}

export const fields: Specimens = {
  Checkbox: [
    { state: 'open', show: <Checkbox label={texts.line} /> },
    { state: 'ticked', show: <Checkbox label={texts.paragraph} defaultChecked /> },
    { state: 'disabled', show: <Checkbox label={texts.line} disabled /> },
    { state: 'label heard only', show: <Checkbox label={texts.line} labelHidden /> },
  ],
  Combobox: [
    combobox({ state: 'empty', start: { typed: '', chosen: null } }),
    combobox({ state: 'chosen', start: { typed: 'Butler County', chosen: 'but' } }),
    combobox({
      state: 'not chosen',
      start: { typed: 'Buttler', chosen: null },
      error: 'Please choose an item of the list.',
    }),
  ],
  CountedField: [
    { state: 'room', show: <CountedField label="Subject" maxLength={100} value={texts.line} readOnly /> },
    {
      state: 'nearly full',
      show: <CountedField label="Subject" maxLength={30} value={texts.line} hint={texts.hint} readOnly />,
    },
  ],
  Counter: [
    { state: 'room', show: <Counter length={12} maxLength={1000} /> },
    { state: 'nearly full', show: <Counter length={990} maxLength={1000} /> },
  ],
  Field: [
    {
      state: 'the frame alone',
      show: (
        <Field controlId="gallery-field" label={texts.longLabel} hint={texts.hint}>
          <input id="gallery-field" />
        </Field>
      ),
    },
  ],
  PasswordField: [
    passwordField('hidden', { defaultValue: 'Sample1!' }),
    passwordField('with error', { error: texts.error }),
  ],
  PhoneField: [{ state: 'filled in', show: <Calling /> }],
  Select: [
    select('plain', {}),
    select('with hint and error', { hint: texts.hint, error: texts.error }),
    select('disabled', { disabled: true }),
  ],
  Slider: [
    { state: 'from 0 to 100', show: <Sliding /> },
    { state: 'disabled', show: <Slider label="Distance" value={40} onValue={() => {}} disabled /> },
  ],
  TextArea: [
    { state: 'empty', show: <TextArea label="Message" maxLength={10_000} /> },
    {
      state: 'nearly full, with error',
      show: <TextArea label="Message" maxLength={150} defaultValue={texts.paragraph} error={texts.error} />,
    },
  ],
  TextField: [
    textField('empty', {}),
    textField('filled in, with hint', { defaultValue: texts.value, hint: texts.hint }),
    textField('with error', { defaultValue: 'abc', error: texts.error }),
    textField('long label and link', { label: texts.longLabel, labelAction: <a href="#main">{texts.link}</a> }),
    textField('disabled', { defaultValue: texts.value, disabled: true }),
  ],
}
