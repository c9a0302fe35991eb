// @ts-check
// Tells the server the browser's time zone (frontend/time_zone.py); the next page shows times in it.

/** @param {Document} document */
export function rememberTimeZone(document) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone || document.cookie.split("; ").includes(`time_zone=${timeZone}`)) return;
  document.cookie = `time_zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
}
