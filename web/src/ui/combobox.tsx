import { arrowTo, isArrowKey } from '@portico/rules/widgets/arrow-keys'
import { filterOptions, optionNamed } from '@portico/rules/widgets/filter'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useText } from '../base/texts/text.tsx'
import styles from './combobox.module.css'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, useField } from './field.tsx'
import { suppressEcho } from './touch-echo.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface ComboboxOption {
  readonly value: string
  readonly label: string
}

/** The value of a combobox; `checkFilteringSelect` in the rules validates it (VA-9). */
export interface ComboboxValue {
  readonly typed: string
  /** Value of the chosen option; null while the text does not match one. */
  readonly chosen: string | null
}

type Native = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onKeyDown' | 'onBlur' | 'role' | 'type'>

interface OptionListProps {
  readonly options: readonly ComboboxOption[]
  readonly value: ComboboxValue
  readonly onValue: (value: ComboboxValue) => void
  /** Called when an option is chosen, not while it is typed: for a field that acts at once. Enter then takes the first option found. */
  readonly onChoose?: ((value: string) => void) | undefined
}

export interface ComboboxProps extends FieldTexts, Native, OptionListProps {}

/**
 * A field that filters a list during typing (MN-6): the WAI-ARIA practices' combobox with list autocompletion. The focus stays in
 * the field; arrow keys move through the list, Enter chooses, Escape closes and then clears.
 */
export function Combobox({ options, value, onValue, onChoose, ...props }: ComboboxProps) {
  const t = useText()
  const { frame, attributes, native } = useField(props)
  const list = useOptionList({ options, value, onValue, onChoose })
  const { open, shown, active } = list
  const isListed = open && shown.length > 0
  const listId = `${frame.controlId}-list`
  const toOptionId = (option: ComboboxOption) => `${listId}-${option.value}`
  const listbox = useRef<HTMLDivElement>(null)
  useEffect(() => {
    listbox.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <Field {...frame}>
      <div className={styles.frame}>
        <input
          autoComplete="off"
          spellCheck={false}
          {...native}
          {...attributes}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={active && toOptionId(active)}
          value={value.typed}
          className={`${fieldStyles.control} ${styles.input}`}
          onChange={(event) => list.type(event.target.value)}
          onClick={list.show}
          onKeyDown={list.pressKey}
          onBlur={list.close}
        />
        <ChevronDown aria-hidden="true" className={styles.arrow} />
        {isListed && (
          <div ref={listbox} id={listId} role="listbox" aria-label={t('ui.options')} className={styles.list}>
            {shown.map((option) => (
              <Option
                key={option.value}
                id={toOptionId(option)}
                option={option}
                active={option === active}
                chosen={option.value === value.chosen}
                onChoose={list.choose}
              />
            ))}
          </div>
        )}
        {open && shown.length === 0 && <p className={styles.list}>{t('ui.noOption')}</p>}
        <VisuallyHidden>
          <span role="status">{open && t('ui.optionCount', { count: shown.length })}</span>
        </VisuallyHidden>
      </div>
    </Field>
  )
}

/** The list below the field: whether it is open, what it shows, which option is active, and what keys do there. */
function useOptionList({ options, value, onValue, onChoose }: OptionListProps) {
  const [open, setOpen] = useState(false)
  const [filters, setFilters] = useState(false)
  const [at, setAt] = useState(-1)
  // A chosen option does not filter the list, since the person may want another one.
  const shown = filterOptions(options, filters || value.chosen === null ? value.typed : '')
  const active = open ? shown[at] : undefined
  const show = (place: number) => {
    setOpen(true)
    setAt(place)
  }
  const close = () => {
    setOpen(false)
    setAt(-1)
    setFilters(false)
  }
  const type = (typed: string) => {
    onValue({ typed, chosen: optionNamed(options, typed)?.value ?? null })
    setFilters(true)
    show(-1)
  }
  const choose = (option: ComboboxOption) => {
    onValue({ typed: option.label, chosen: option.value })
    close()
    onChoose?.(option.value)
  }
  /** Returns whether the list handled the key. */
  const act = (key: string): boolean => {
    const chosen = shown.findIndex((option) => option.value === value.chosen)
    if (isArrowKey(key)) show(!open && chosen >= 0 ? chosen : arrowTo({ key, active: at, count: shown.length }))
    else if (key === 'Enter' && active) choose(active)
    else if (key === 'Enter' && onChoose) {
      // Enter in the field never submits the form around it.
      const [first] = value.typed.trim() === '' ? [] : shown
      if (first) choose(first)
    } else if (key === 'Escape' && open) close()
    else if (key === 'Escape' && value.typed !== '') onValue({ typed: '', chosen: null })
    else return false
    return true
  }
  const pressKey = (event: KeyboardEvent) => {
    if (act(event.key)) event.preventDefault()
  }
  return { open, shown, active, show: () => open || show(-1), close, type, choose, pressKey }
}

interface OptionProps {
  readonly id: string
  readonly option: ComboboxOption
  readonly active: boolean
  readonly chosen: boolean
  readonly onChoose: (option: ComboboxOption) => void
}

function Option({ id, option, active, chosen, onChoose }: OptionProps) {
  const press = (event: MouseEvent) => {
    suppressEcho(event.nativeEvent)
    onChoose(option)
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={styles.option}
      data-chosen={chosen || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {option.label}
    </div>
  )
}
