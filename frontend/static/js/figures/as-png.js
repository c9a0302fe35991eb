/** A figure as a PNG file, drawn by the browser from its SVG file, at twice its size. */

const SCALE = 2;

/**
 * @param {string} svg  the text of a standalone SVG file
 * @returns {Promise<Blob>}
 */
export async function asPng(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("This browser cannot draw pictures.");
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot write PNG files."))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
