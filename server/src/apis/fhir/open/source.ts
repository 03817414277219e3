/** A resource of a public API, as JSON. */
export type OpenResource = Readonly<Record<string, unknown>> & {
  readonly resourceType: string
  readonly id: string
  readonly meta: { readonly lastUpdated: string }
}

/** A possible search result, with what it refers to. */
export interface Candidate {
  readonly resource: OpenResource
  /** The resource as JSON, if it has more than `resource`. */
  readonly text?: string
  /** Start of the page after it: an id, or one after a tilde; left out: its id. */
  readonly place?: string
  /** Whether it is known to match. */
  readonly isFound?: true
  /** Targets of a reference parameter. */
  follow(name: string): readonly Candidate[]
}

/** A validated parameter or chain, as requested. */
export interface Term {
  readonly written: string
  readonly text: string
}

/** A parameter or a chain with its alternative values, by which a source may narrow its result. */
export interface Hint {
  readonly name: string
  readonly values: readonly string[]
}

/** The first link of a chain, with the condition at its end: a source that has the targets at hand may narrow by it. */
export interface Link {
  readonly name: string
  readonly finds: (target: Candidate) => boolean
}

/** Start of a part, how much to examine, and what may narrow it. */
export interface PartAsked {
  /** All conditions, for a source that can evaluate them itself. */
  readonly terms: readonly Term[]
  /** Reference parameters to follow from the results. */
  readonly includes: readonly string[]
  readonly hints: readonly Hint[]
  readonly links: readonly Link[]
  readonly after: string | null
  readonly limit: number
}

/** A call to a brand's public API. */
export interface OpenCall {
  readonly brand: string
  readonly base: string
  readonly plan: string
  readonly now: Date
}

/** A part of a source's list. */
export interface Part {
  readonly candidates: readonly Candidate[]
  /** The id after which the list continues; null: it ends here. */
  readonly next: string | null
}

export interface OpenSource {
  /** Resources of a type after a given one, in a stable order of ids; they may include some that do not match. */
  list(type: string, asked: PartAsked, call: OpenCall): Promise<Part>
}
