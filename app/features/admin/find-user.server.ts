import type { Services } from '~/services';

export interface ChosenUser {
  id: string;
  email: string;
  name: string;
}

/** The account that a page is about, by its id or email address; null when there is none. */
export async function findChosenUser({ prisma }: Services, text: string): Promise<ChosenUser | null> {
  const wanted = text.trim();
  if (wanted === '') return null;
  const user = await prisma.user.findFirst({
    where: { deletedAt: null, ...(wanted.includes('@') ? { email: wanted.toLowerCase() } : { id: wanted }) },
    select: { id: true, email: true, firstName: true, lastName: true },
  });
  return user && { id: user.id, email: user.email, name: `${user.firstName} ${user.lastName}`.trim() };
}
