import type { SentTo } from '@portico/contract/call'
import type { shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { useSyncExternalStore } from 'react'
import { sessionStore } from '../../base/storage/storage.ts'

type Question = SentTo<typeof shopQuote>['body']

/** Who and where a quote is for; nothing in it identifies anyone. It stays in this browser tab. */
export type Basis = Pick<Question, 'zipCode' | 'people' | 'income'> & { readonly county: string }

/** Doctors and drugs to look up in every plan: they reveal health information, so they stay in this browser tab. */
export interface Care {
  readonly doctors: readonly { readonly providerId: string; readonly name: string }[]
  readonly drugs: readonly { readonly drugId: string; readonly name: string }[]
}

/** A person's choices so far in a market's shop. */
export interface Shopping {
  readonly basis: Basis | null
  /** Whether someone was asked for neither tobacco nor income, which do not affect dental and vision plans. */
  readonly brief: boolean
  readonly planYear: number | null
  /** Plans to compare, in the order they were chosen. */
  readonly compared: readonly string[]
  readonly care: Care
  /** Whether prices are shown after the tax credit, where there is one. */
  readonly withCredit: boolean
  /** Where the account's owner lives; '' if not known. The form starts with it. */
  readonly zipCode: string
  /** The age of the client for whom an agent looks; null if not known. */
  readonly age: number | null
}

const nothing: Shopping = {
  basis: null,
  brief: false,
  planYear: null,
  compared: [],
  care: { doctors: [], drugs: [] },
  withCredit: true,
  zipCode: '',
  age: null,
}
const known = new Map<Market, Shopping>()
const listeners = new Set<() => void>()
const toKey = (market: Market) => `portico.shop.${market}`

function read(market: Market): Shopping {
  const before = known.get(market)
  if (before) return before
  const kept = sessionStore.get(toKey(market))
  const shopping = typeof kept === 'object' && kept !== null ? { ...nothing, ...(kept as Partial<Shopping>) } : nothing
  known.set(market, shopping)
  return shopping
}

export function changeShopping(market: Market, change: Partial<Shopping>): void {
  const next = { ...read(market), ...change }
  known.set(market, next)
  sessionStore.set(toKey(market), next)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shopping state of this browser tab; empty on the server. */
export function useShopping(market: Market): Shopping {
  return useSyncExternalStore(
    subscribe,
    () => read(market),
    () => nothing,
  )
}
