/** In session storage, and in a cookie of the same name, so that the server doesn't render what was dismissed. */
export const LOW_BALANCE_DISMISSED = 'lowBalanceDismissed';

export function dismissLowBalance(): void {
  sessionStorage.setItem(LOW_BALANCE_DISMISSED, 'true');
  document.cookie = `${LOW_BALANCE_DISMISSED}=true; Path=/; SameSite=Lax`;
}

export function forgetLowBalanceDismissal(): void {
  sessionStorage.removeItem(LOW_BALANCE_DISMISSED);
  document.cookie = `${LOW_BALANCE_DISMISSED}=; Path=/; Max-Age=0; SameSite=Lax`;
}

export const isLowBalanceDismissed = (): boolean => sessionStorage.getItem(LOW_BALANCE_DISMISSED) !== null;
