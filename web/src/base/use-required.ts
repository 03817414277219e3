import { type Context, use } from 'react'

/** What a component above provides; without one, the page is put together wrongly. `what` names it for the error. */
export function useRequired<Value>(context: Context<Value | null>, what: string): Value {
  const value = use(context)
  if (!value) throw new Error(`No ${what} above this component`)
  return value
}
