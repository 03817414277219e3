import type { AuthoredLanguage } from '@portico/contract/page'
import { authoredLanguages } from '@portico/rules/languages/authored'

/** Texts by their path, e.g. `claims.claim-status.label`. */
export type PlacedTexts = Readonly<Record<string, string>>

/** The fields that identify an element of a list, instead of its position. */
const idNames = ['id', 'categoryId', 'subCategoryId', 'name', 'value']

/** The texts of a tree in several languages, from every node with `en` and `es`. */
export function textsIn(tree: unknown, language: AuthoredLanguage): PlacedTexts {
  const found: [string, string][] = []
  walk(tree, [], (node, path) => {
    collect(node[language], path, (text, at) => found.push([at, text]))
    return node
  })
  return Object.fromEntries(found)
}

/** The tree with other texts in their places; a language without new texts keeps its own. */
export function withTexts<Tree>(tree: Tree, listTexts: (language: AuthoredLanguage) => PlacedTexts): Tree {
  return walk(tree, [], (node, path) =>
    Object.fromEntries(
      Object.entries(node).map(([code, below]) => {
        const language = authoredLanguages.find((one) => one === code)
        const texts: PlacedTexts = language === undefined ? {} : listTexts(language)
        return [code, collect(below, path, (text, at) => (Object.hasOwn(texts, at) ? (texts[at] ?? text) : text))]
      }),
    ),
  ) as Tree
}

type Node = Readonly<Record<string, unknown>>

/** The tree with every language node replaced by the result of `of`. */
function walk(tree: unknown, path: readonly string[], of: (node: Node, path: readonly string[]) => Node): unknown {
  if (Array.isArray(tree)) return tree.map((one, at) => walk(one, [...path, readId(one) ?? String(at)], of))
  if (!isNode(tree)) return tree
  if (isInLanguages(tree)) return of(tree, path)
  return Object.fromEntries(
    // `texts` does not count as part of a path.
    Object.entries(tree).map(([key, one]) => [key, walk(one, key === 'texts' ? path : [...path, key], of)]),
  )
}

/** The tree below a language with every text replaced by the result of `of`. */
function collect(tree: unknown, path: readonly string[], of: (text: string, at: string) => unknown): unknown {
  if (typeof tree === 'string') return of(tree, path.join('.'))
  if (Array.isArray(tree)) return tree.map((one, at) => collect(one, [...path, String(at)], of))
  if (!isNode(tree)) return tree
  return Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, collect(one, [...path, key], of)]))
}

function isInLanguages(node: Node): boolean {
  const keys = Object.keys(node)
  return keys.includes('en') && keys.every((key) => authoredLanguages.some((one) => one === key))
}

function readId(one: unknown): string | null {
  if (!isNode(one)) return null
  const id = idNames.map((name) => one[name]).find((value) => typeof value === 'string')
  return typeof id === 'string' ? id : null
}

function isNode(one: unknown): one is Node {
  return typeof one === 'object' && one !== null && !Array.isArray(one)
}
