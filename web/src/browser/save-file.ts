/* save-file.ts - downloads a text or a picture as a file. */

export function saveFile(name: string, content: BlobPart, type = "text/plain;charset=utf-8"): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], {type}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
