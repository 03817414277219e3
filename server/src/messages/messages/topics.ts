import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@portico/contract/page'
import { everyBrand } from '@portico/rules/brand/every'
import { toAuthored } from '@portico/rules/languages/authored'
import * as v from 'valibot'
import { type HeldTexts, heldByFiles } from '../../brands/content/held.ts'

const Text = v.object({ en: v.string(), es: v.string() })

const Topics = v.object({
  desk: v.objectWithRest({ default: Text }, Text),
  /** Author of messages that a representative writes for a member; {desk} and {name} are filled in. */
  onBehalf: Text,
  categories: v.array(
    v.object({
      categoryId: v.string(),
      label: Text,
      /** Shared brand codes whose members cannot write about the topic. */
      notFor: v.optional(v.array(v.string()), []),
      subCategories: v.array(v.object({ subCategoryId: v.string(), label: Text })),
    }),
  ),
})

/** The topics that members can write about, and who answers, by brand and language. */
export interface MessageTopics {
  list(sharedBrandCode: string, language: Language): TopicList
  /** Every category, of any brand. */
  all(language: Language): { categoryId: string; label: string }[]
  has(sharedBrandCode: string, categoryId: string, subCategoryId: string): boolean
  /** Labels of a thread's category and sub-category; a topic that is no longer offered shows its id. */
  labels(sharedBrandCode: string, topic: Topic, language: Language): { category: string; subCategory: string }
  /** Name of the desk that answers. */
  desk(sharedBrandCode: string, language: Language): string
  /** Name of the desk when it writes for a member with this name. */
  deskFor(sharedBrandCode: string, language: Language, name: string): string
}

interface Topic {
  readonly categoryId: string
  readonly subCategoryId: string
}

type TopicList = { categoryId: string; label: string; subCategories: { subCategoryId: string; label: string }[] }[]

/** Reads `content/message-topics.json`, whose texts authors may change. */
export function loadTopics(contentDir: string, held: HeldTexts = heldByFiles): MessageTopics {
  const topics = v.parse(Topics, JSON.parse(readFileSync(join(contentDir, 'message-topics.json'), 'utf8')))
  const { categories, onBehalf } = topics
  const listCategories = (code: string) => held.place('MESSAGE_TOPICS', code, { categories }).categories
  const listOffered = (code: string) => listCategories(code).filter((category) => !category.notFor.includes(code))
  const deskTexts = (code: string) =>
    held.place('MESSAGE_DESK', code, { desk: topics.desk[code] ?? topics.desk.default, onBehalf })
  const desk = (code: string, language: Language) => deskTexts(code).desk[toAuthored(language)]
  const find = (among: typeof categories, { categoryId, subCategoryId }: Topic) => {
    const category = among.find((one) => one.categoryId === categoryId)
    return { category, subCategory: category?.subCategories.find((one) => one.subCategoryId === subCategoryId) }
  }
  return {
    list: (code, language) =>
      listOffered(code).map(({ categoryId, label, subCategories }) => ({
        categoryId,
        label: label[toAuthored(language)],
        subCategories: subCategories.map((sub) => ({
          subCategoryId: sub.subCategoryId,
          label: sub.label[toAuthored(language)],
        })),
      })),
    all: (language) =>
      listCategories(everyBrand).map(({ categoryId, label }) => ({ categoryId, label: label[toAuthored(language)] })),
    has: (code, categoryId, subCategoryId) =>
      find(listOffered(code), { categoryId, subCategoryId }).subCategory !== undefined,
    labels: (code, topic, language) => {
      const { category, subCategory } = find(listCategories(code), topic)
      return {
        category: category?.label[toAuthored(language)] ?? topic.categoryId,
        subCategory: subCategory?.label[toAuthored(language)] ?? topic.subCategoryId,
      }
    },
    desk,
    deskFor: (code, language, name) =>
      deskTexts(code)
        .onBehalf[toAuthored(language)].replace('{desk}', () => desk(code, language))
        .replace('{name}', () => name),
  }
}
