import type { FormState } from '@portico/rules/validation/form-state'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import type { WrongField } from '../../ui/error-summary.tsx'
import { takeCarried, useCarried } from './carried.ts'
import {
  type FieldProblem,
  type FieldProblems,
  problemsIn,
  problemsLeft,
  problemsOfEntries,
  type ServerTexts,
  stateOfForm,
  type Values,
} from './field-problems.ts'
import { dropKept, findKeptPlace, keep, readKept, valuesIn } from './kept-values.ts'

export interface FormOptions<Name extends string> {
  /** Prefix of the controls' ids; also the form's name in the browser tab's storage, if anything is stored. */
  readonly id: string
  readonly initial: Values<Name>
  /**
   * Fields that are never stored. `all`: no field is stored; `personal`: no field is stored, but all are carried over when the page itself
   * has to be rendered again.
   */
  readonly secret?: readonly Name[] | 'all' | 'personal'
  /** The label of a field in the error summary. */
  readonly label: (name: Name, values: Values<Name>) => string
  /** The rule for a field, shared with the server. */
  readonly check: (name: Name, values: Values<Name>) => FieldProblem | null
  readonly serverTexts?: ServerTexts
}

export interface Form<Name extends string> {
  readonly values: Values<Name>
  /** '', 'Incomplete' or 'Error' (VA-12), for the problems shown so far. */
  readonly state: FormState
  readonly busy: boolean
  /** Props for an ErrorSummary. */
  readonly summary: {
    readonly wrong: readonly WrongField[]
    readonly incomplete: boolean
    readonly refusals: number
  }
  /** Connects a control to its field. */
  field(name: Name): {
    readonly id: string
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    readonly onValue: (value: string) => void
  }
  /**
   * Sends the form if it is valid, one submission at a time. Problems found here or by the server are shown at their fields, and
   * the first one gets the focus unless an ErrorSummary takes it. Returns what `send` returned, or null if the form was refused.
   * Rejects with any other failure.
   */
  submit<Result>(event: FormEvent, send: (values: Values<Name>) => Promise<Result>): Promise<Result | null>
  /** Shows further problems. */
  tell(problems: FieldProblems<Name>): void
  /**
   * Replaces the fields themselves, if some are added or removed. A field keeps its problem under its new name as long as the problem
   * remains.
   */
  replace(values: Values<Name>, formerly: (name: Name) => Name): void
  /** Replaces what was typed. */
  fill(values: Partial<Values<Name>>): void
  /** Keeps what was typed only in memory. */
  forget(): void
  /** Discards what was typed. */
  clear(): void
}

/** A form whose values survive errors, expiry and a reload in this browser tab, unless they are secret. */
export function useForm<Name extends string>(options: FormOptions<Name>): Form<Name> {
  const { id, label, check } = options
  const t = useText()
  const typed = useTyped(options)
  const { values } = typed
  const names = Object.keys(values) as Name[]
  const told = useTold(id, names)
  const { problems, setProblems, refusals, refuse } = told
  const { busy, submit } = useSubmission(options, names, values, told)
  const formatProblem = ({ code, params }: FieldProblem) => t(code, params)
  const state = stateOfForm(names, values, problems)

  return {
    values,
    state,
    busy,
    summary: {
      wrong: names.flatMap((name) => {
        const problem = problems[name]
        return problem
          ? [{ controlId: `${id}-${name}`, label: label(name, values), problem: formatProblem(problem) }]
          : []
      }),
      incomplete: state === 'Incomplete',
      refusals,
    },
    field: (name) => {
      const problem = problems[name]
      return {
        id: `${id}-${name}`,
        name,
        value: values[name],
        error: problem && formatProblem(problem),
        onValue: (value) => {
          if (values[name] === value) return
          const next = { ...values, [name]: value }
          typed.type(next)
          setProblems(
            problemsLeft(
              problems,
              name,
              (one) => check(one, values),
              (one) => check(one, next),
            ),
          )
        },
      }
    },
    submit,
    tell: (found) => {
      refuse(found)
    },
    replace: (next, formerly) => {
      typed.setValues(next)
      setProblems(problemsIn(Object.keys(next) as Name[], (name) => problems[formerly(name)] && check(name, next)))
    },
    fill: (given) => {
      typed.type({ ...values, ...given })
      setProblems(noProblems())
    },
    forget: typed.forget,
    clear: () => {
      typed.clear()
      setProblems(noProblems())
    },
  }
}

/** What is typed, and the browser tab's copy of it. */
function useTyped<Name extends string>({ id, initial, secret = [] }: FormOptions<Name>) {
  const stored = typeof secret === 'string' ? null : secret
  const place = findKeptPlace(id, usePage().session?.logonId ?? null)
  const carriedAs = secret === 'personal' ? place : null
  const [values, setValues] = useState(() =>
    stored === null ? valuesIn(takeCarried(carriedAs), initial) : readKept(place, initial),
  )
  useCarried(carriedAs, values)
  const forget = () => {
    if (stored !== null) dropKept(place)
  }
  return {
    values,
    setValues,
    type: (next: Values<Name>) => {
      setValues(next)
      if (stored !== null) keep(place, next, stored)
    },
    forget,
    clear: () => {
      setValues(initial)
      forget()
    },
  }
}

function noProblems<Name extends string>(): FieldProblems<Name> {
  return problemsIn([], () => null)
}

type Told<Name extends string> = ReturnType<typeof useTold<Name>>

/** The problems that the form shows; each refusal moves the focus to the first of them. */
function useTold<Name extends string>(id: string, names: readonly Name[]) {
  const [problems, setProblems] = useState<FieldProblems<Name>>(noProblems)
  const [refusals, setRefusals] = useState(0)
  const refuse = (found: FieldProblems<Name>) => {
    setProblems(found)
    setRefusals((count) => count + 1)
    const wrong = names.find((name) => found[name])
    const control = wrong && document.getElementById(`${id}-${wrong}`)
    // Firefox scrolls to the focused element later, which would scroll past an ErrorSummary that has taken the focus meanwhile.
    control?.focus({ preventScroll: true })
    control?.scrollIntoView({ block: 'center' })
    return null
  }
  return { problems, setProblems, refusals, refuse }
}

/** One submission at a time. */
function useSubmission<Name extends string>(
  { check, serverTexts = {} }: FormOptions<Name>,
  names: readonly Name[],
  values: Values<Name>,
  { setProblems, refuse }: Told<Name>,
) {
  const [busy, setBusy] = useState(false)
  // Two submits within one frame see each other here.
  const running = useRef(false)
  const submit: Form<Name>['submit'] = async (event, send) => {
    event.preventDefault()
    if (running.current) return null
    const found = problemsIn(names, (name) => check(name, values))
    setProblems(found)
    if (Object.keys(found).length > 0) return refuse(found)
    running.current = true
    setBusy(true)
    try {
      return await send(values)
    } catch (error) {
      const told = error instanceof ApiError ? problemsOfEntries(names, error.entries, serverTexts) : noProblems<Name>()
      if (Object.keys(told).length === 0) throw error
      return refuse(told)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, submit }
}
