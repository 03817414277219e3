import type { PayloadOf } from '@portico/contract/call'
import type { securityQuestions } from '@portico/contract/calls/recovery'
import type { Language } from '@portico/contract/page'
import { ASKED_QUESTIONS } from '@portico/rules/identity/recovery'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ContentService } from '../../brands/content/service.ts'
import type { DataKey } from '../../platform/data-key.ts'

export type Question = PayloadOf<typeof securityQuestions>['offered'][number]

export interface Questions {
  /** Questions that a brand offers, from the content item `SECURITY_QUESTIONS`. */
  listOffered(brand: string, language: Language): Promise<readonly Question[]>
  /** Chooses which of `ids` a login ID is asked: always the same ones, so that another attempt does not reveal others. */
  chooseAsked(loginId: string, ids: readonly string[]): readonly string[]
}

const name = 'SECURITY_QUESTIONS'
const OfferedSecurity = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ questionId: v.string(), text: v.string() })),
  v.minLength(ASKED_QUESTIONS),
)

export function createQuestions(parts: {
  readonly content: ContentService
  readonly brands: BrandService
  readonly dataKey: DataKey
}): Questions {
  const { content, brands, dataKey } = parts
  return {
    listOffered: async (brand, language) => {
      const { sharedBrandCode } = brands.get(brand)
      const texts = await content.texts([name], { brand: sharedBrandCode, language })
      return v.parse(OfferedSecurity, texts.get(name))
    },
    chooseAsked: (loginId, ids) => {
      const rank = (id: string) => dataKey.hashes(`${loginId} ${id}`, 'security question')[0].toString('hex')
      return [...ids].sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, ASKED_QUESTIONS)
    },
  }
}
