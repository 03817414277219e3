/** The people that an identity provider manages here: those who work for the plan, or agents. */
export const scimAudiences = ['staff', 'agents'] as const
export type ScimAudience = (typeof scimAudiences)[number]
